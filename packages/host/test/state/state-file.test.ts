import {
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  statSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closed, isString, mapOf, optional, type JsonObject } from '../../src/state/shape.js';
import {
  parseStateFile,
  printStateFile,
  readStateFile,
  watchStateFile,
  type StateFormat,
} from '../../src/state/state-file.js';
import { mayChangeOwner, temporaryFolder } from '../temporary-home.js';

const format: StateFormat<JsonObject> = {
  shape: closed({ names: optional(mapOf(isString, isString)) }),
  versionOptional: false,
  decode: (value) => value,
};
const byHand: StateFormat<JsonObject> = { ...format, versionOptional: true };

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return error instanceof HcpError ? error.code : 'not an HcpError';
  }
  return 'no error';
};

const corruptTexts: Readonly<Record<string, string | Buffer>> = {
  empty: '',
  'white space only': '  \n',
  'cut short': '{ "version": 1, "names": {',
  'not JSON': 'version: 1',
  binary: Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  'an array': '[]',
  'a string': '"version"',
  null: 'null',
  'without a version': '{ "names": {} }',
  'of a version as text': '{ "version": "1" }',
  'of version 0': '{ "version": 0 }',
  'of version 1.5': '{ "version": 1.5 }',
  'with an unknown member': '{ "version": 1, "nmaes": {} }',
  'with a wrong type': '{ "version": 1, "names": [] }',
  'with a wrong type deeper': '{ "version": 1, "names": { "a": 1 } }',
  'with a doubled key': '{ "version": 1, "names": {}, "names": {} }',
  'with a doubled key spelled otherwise': '{ "version": 1, "names": {}, "n\\u0061mes": {} }',
  'with __proto__ as a member': '{ "version": 1, "__proto__": {} }',
  'with text behind it': '{ "version": 1 } x',
  huge: `{ "version": 1, "names": { "a": "${'x'.repeat(5 * 1024 * 1024)}" } }`,
};

test.each(Object.entries(corruptTexts))('A state file that is %s is refused by name and stays as it is', (_, text) => {
  const path = join(temporaryFolder(), 'state.json');
  writeFileSync(path, text);
  expect(codeOf(() => readStateFile(path, format))).toBe('state_corrupt');
  expect(codeOf(watchStateFile(path, format, Date.now))).toBe('state_corrupt');
  expect(() => readStateFile(path, format)).toThrow(path);
  expect(readFileSync(path).equals(Buffer.from(text))).toBe(true);
});

test('A file that is not JSON is refused with the line where it stops being so', () => {
  const path = join(temporaryFolder(), 'state.json');
  writeFileSync(path, '{\n  "version": 1,\n  names\n}\n');
  expect(() => readStateFile(path, format)).toThrow(/line 3/);
});

test('A folder, a symlink and a FIFO in place of a state file are refused and never waited on', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'folder.json'));
  writeFileSync(join(folder, 'real.json'), printStateFile({}));
  symlinkSync('real.json', join(folder, 'link.json'));
  execFileSync('mkfifo', [join(folder, 'fifo.json')]);
  for (const name of ['folder.json', 'link.json', 'fifo.json']) {
    expect(codeOf(() => readStateFile(join(folder, name), format))).toBe('state_corrupt');
    expect(codeOf(watchStateFile(join(folder, name), format, Date.now))).toBe('state_corrupt');
  }
});

test('A newer version is refused by its number before anything in the file is judged', () => {
  const text = '{ "version": 2, "something_new": true }';
  const act = (): unknown => parseStateFile('state.json', Buffer.from(text), format);
  expect(codeOf(act)).toBe('state_newer');
  expect(act).toThrow(/version 2.*reads version 1/);
});

test('Only a file that people write by hand may leave its version out', () => {
  expect(parseStateFile('config.json', Buffer.from('{}'), byHand)).toEqual({});
  expect(codeOf(() => parseStateFile('config.json', Buffer.from('{ "version": null }'), byHand))).toBe('state_corrupt');
});

test('A byte order mark is accepted', () => {
  expect(parseStateFile('config.json', Buffer.from('\uFEFF{}'), byHand)).toEqual({});
});

test('A state file of another user is refused', (context) => {
  context.skip(!mayChangeOwner, 'only root can give a file away');
  const path = join(temporaryFolder(), 'state.json');
  writeFileSync(path, printStateFile({}));
  chownSync(path, 4711, 4711);
  expect(codeOf(() => readStateFile(path, format))).toBe('state_owner');
});

test('What is printed reads back equal, whatever the names are', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' }), { noNullPrototype: false }), (names) => {
      const read = parseStateFile('state.json', Buffer.from(printStateFile({ names })), format);
      expect(Object.entries(read['names'] as JsonObject)).toEqual(Object.entries(names));
    }),
  );
});

test('A watched file is seen to change, also when size and time of change to its content are put back', () => {
  const path = join(temporaryFolder(), 'state.json');
  const past = new Date(Date.now() - 60_000);
  const write = (value: string): void => {
    writeFileSync(path, printStateFile({ names: { a: value } }));
    utimesSync(path, past, past);
  };
  const read = watchStateFile(path, format, Date.now);
  expect(read()).toBeUndefined();
  for (let turn = 0; turn < 200; turn += 1) {
    write(String(turn % 10));
    expect(read()).toEqual({ names: { a: String(turn % 10) } });
  }
});

test('A watched file is read once it has stood still, and again as long as it may yet change unseen', () => {
  const path = join(temporaryFolder(), 'state.json');
  writeFileSync(path, printStateFile({ names: {} }));
  const clock = { now: statSync(path).ctimeMs };
  const read = watchStateFile(path, format, () => clock.now);
  expect(read()).not.toBe(read());
  clock.now -= 60_000;
  expect(read()).not.toBe(read());
  clock.now += 120_000;
  const settled = read();
  expect(read()).toBe(settled);
  renameSync(path, `${path}.gone`);
  expect(read()).toBeUndefined();
});
