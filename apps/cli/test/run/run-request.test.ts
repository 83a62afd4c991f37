import type { Verb } from '@hcp/manifest';
import { describe, expect, it } from 'vitest';
import { flagArguments } from '../../src/run/flag-arguments.js';
import { matchVerb } from '../../src/run/match-verb.js';
import { parseRun } from '../../src/run/run-request.js';

function read(words: readonly string[], verb?: Verb): unknown {
  const request = parseRun(words);
  return request === undefined
    ? undefined
    : { pack: request.packId, words: request.words, args: flagArguments(request.flags, verb) };
}

describe('parseRun', () => {
  it('reads words, then flags as arguments', () => {
    expect(
      read([
        'ledger',
        'setup',
        'status',
        '--a',
        'x',
        '--b=y=z',
        '--c',
        '--no-d',
        '--e=',
        '--f',
        '-5',
        '--g:=1',
        '--json',
      ]),
    ).toEqual({
      pack: 'ledger',
      words: ['setup', 'status'],
      args: [
        { name: 'a', text: 'x' },
        { name: 'b', text: 'y=z' },
        { name: 'c', json: 'true' },
        { name: 'd', json: 'false' },
        { name: 'e', text: '' },
        { name: 'f', text: '-5' },
        { name: 'g:', text: '1' },
        { name: 'json', json: 'true' },
      ],
    });
  });

  it('takes its own flags before the pack id only', () => {
    expect(
      parseRun(['--session', 's', '--project=p', '--json', '--dry-run', 'ledger', 'list', '--session', 't']),
    ).toEqual({
      packId: 'ledger',
      words: ['list'],
      flags: [{ name: 'session', value: 't', joined: false }],
      options: { session: 's', project: 'p', dryRun: true, verbose: false },
    });
  });

  it('ends flags at --, behind which words go on', () => {
    expect(read(['ledger', 'a', '--x', '--', '--b', '-c'])).toEqual({
      pack: 'ledger',
      words: ['a', '--b', '-c'],
      args: [{ name: 'x', json: 'true' }],
    });
  });

  it('reads --no-name as that name where the verb declares it', () => {
    const verb: Verb = { args: { properties: { 'no-color': { type: 'boolean' } } } };
    expect(read(['p', 'v', '--no-color'], verb)).toMatchObject({ args: [{ name: 'no-color', json: 'true' }] });
    expect(read(['p', 'v', '--no-color'])).toMatchObject({ args: [{ name: 'color', json: 'false' }] });
    expect(read(['p', 'v', '--no-color=1'])).toMatchObject({ args: [{ name: 'no-color', text: '1' }] });
    expect(read(['p', 'v', '--no-'])).toMatchObject({ args: [{ name: 'no-', json: 'true' }] });
  });

  it.each([
    [[], 'a pack id is missing'],
    [['ledger'], 'the words of a verb are missing'],
    [['ledger', '--x'], 'the words of a verb are missing'],
    [['ledger', 'a', '-x'], '"-x" is neither a word nor a flag'],
    [['ledger', 'a', '--x=1', 'b'], '"b" follows no flag'],
    [['ledger', 'a', '--=1'], '"--=1" has no name'],
    [['ledger', 'a', '--x', '\uFFFD'], 'holds U+FFFD'],
    [['ledger', 'a', '--x', '--x'], 'argument "x" is given twice'],
    [['ledger', 'a', '--x', '--no-x'], 'argument "x" is given twice'],
    [['ledger', 'a', '--no-x', 'b'], '--no-x takes no value'],
  ])('refuses %j', (words, message) => {
    expect(() => read(words)).toThrow(message);
  });

  it.each([[['--help']], [['--unknown', 'p', 'v']], [['-h']]])('leaves %j to the full program', (words) => {
    expect(parseRun(words)).toBeUndefined();
  });
});

describe('matchVerb', () => {
  const keys = ['setup.status', 'setup apply', 'list', 'a.b c', 'toString'];

  it('finds the one verb whose parts equal the words', () => {
    expect(matchVerb(['setup', 'status'], keys)).toBe('setup.status');
    expect(matchVerb(['setup', 'apply'], keys)).toBe('setup apply');
    expect(matchVerb(['a', 'b', 'c'], keys)).toBe('a.b c');
    expect(matchVerb(['list'], keys)).toBe('list');
  });

  it('joins words that name no verb by dots, for the pipeline to decide', () => {
    expect(matchVerb(['Setup', 'status'], keys)).toBe('Setup.status');
    expect(matchVerb(['setup.status'], keys)).toBe('setup.status');
    expect(matchVerb(['constructor'], [])).toBe('constructor');
  });

  it('refuses words that name several', () => {
    expect(() => matchVerb(['a', 'b'], ['a.b', 'a b'])).toThrow('these words name several verbs: "a.b" and "a b"');
  });
});
