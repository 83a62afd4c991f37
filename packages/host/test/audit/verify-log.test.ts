import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditVerification } from '../../src/host.js';
import { runCall, type SampleAudit, sampleAudit, sampleEvent } from './sample-audit.js';

let original: SampleAudit;
let copies: string;
let copy: SampleAudit;
let serial = 0;

/** Twelve calls in files of three records. */
beforeAll(async () => {
  original = sampleAudit();
  copies = mkdtempSync(join(tmpdir(), 'hcp-audit-copies-'));
  const audit = original.open({ rotateBytes: 2_000 });
  for (let index = 0; index < 12; index += 1) await runCall(audit, `call-${index}`);
  await audit.close();
  expect(original.names().length).toBe(8);
});
afterAll(async () => {
  await original.remove();
  rmSync(copies, { recursive: true, force: true });
});

const freshCopy = (): SampleAudit => {
  const home = join(copies, String((serial += 1)));
  cpSync(original.home, home, { recursive: true });
  return sampleAudit(home);
};
beforeEach(() => {
  copy = freshCopy();
});

const linesOf = (log: SampleAudit, name: string): string[] => log.text(name).split('\n').slice(0, -1);
const put = (log: SampleAudit, name: string, lines: readonly string[]): void =>
  writeFileSync(log.path(name), lines.map((line) => `${line}\n`).join(''));
const verify = async (log: SampleAudit, head?: string): Promise<AuditVerification> => log.open().verify(head);
const problem = async (log: SampleAudit): Promise<string> => {
  const { ok, problem: found } = await verify(log);
  expect(ok).toBe(false);
  return String(found);
};

/** Where the chain breaks after an edit of line `index` (from 0) of the file. */
const place = (name: string, index: number): string => `${name} line ${index + 1}`;

const anyLine = fc.record({
  file: fc.nat(7),
  line: fc.nat(2),
  other: fc.nat(2),
  byte: fc.nat(),
  change: fc.integer({ min: 1, max: 255 }),
});

describe('verify', () => {
  it('accepts what was written, and names its head', async () => {
    const last = linesOf(copy, copy.names().at(-1)!).at(-1)!;
    const { hash } = JSON.parse(last) as { hash: string };
    expect(await verify(copy)).toEqual({ ok: true, records: 24, head: hash, problem: null, open_calls: [] });
  });

  it('names the line of any edit of a byte', async () => {
    await fc.assert(
      fc.asyncProperty(anyLine, async ({ file, line, byte, change }) => {
        const log = freshCopy();
        const name = log.names()[file]!;
        const bytes = readFileSync(log.path(name));
        const starts = [0, ...[...bytes.keys()].filter((index) => bytes[index] === 0x0a).map((index) => index + 1)];
        const [from, to] = [starts[line]!, starts[line + 1]! - 1];
        const at = from + (byte % (to - from));
        bytes[at] = bytes[at]! ^ change;
        writeFileSync(log.path(name), bytes);
        expect(await problem(log)).toContain(place(name, line));
      }),
      { numRuns: 150 },
    );
  });

  it('names the line of any removed, doubled, swapped or inserted record', async () => {
    const edits = fc.constantFrom('remove', 'double', 'swap', 'insert', 'replace');
    await fc.assert(
      fc.asyncProperty(anyLine, edits, async ({ file, line, other }, edit) => {
        const log = freshCopy();
        const name = log.names()[file]!;
        const lines = linesOf(log, name);
        const stranger = linesOf(log, log.names()[(file + 3) % 8]!)[other]!;
        const swapped = line === other ? (line + 1) % 3 : other;
        const changed: Record<string, string[]> = {
          remove: lines.toSpliced(line, 1),
          double: lines.toSpliced(line, 0, lines[line]!),
          swap: lines.map((text, index) =>
            index === line ? lines[swapped]! : index === swapped ? lines[line]! : text,
          ),
          insert: lines.toSpliced(line, 0, stranger),
          replace: lines.toSpliced(line, 1, stranger),
        };
        put(log, name, changed[edit]!);
        const found = await problem(log);
        const index = edit === 'swap' ? Math.min(line, swapped) : edit === 'double' ? line + 1 : line;
        // What followed the last record of a file stands in the next one; the last record of all is the head's.
        const expected =
          edit === 'remove' && line === 2
            ? file === 7
              ? 'record 24 is missing'
              : place(log.names()[file + 1]!, 0)
            : place(name, index);
        expect(found).toContain(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('tells a changed record from a missing and a reordered one', async () => {
    const name = copy.names()[2]!;
    const lines = linesOf(copy, name);
    put(copy, name, [lines[0]!, lines[1]!.replace('"ada"', '"eve"'), lines[2]!]);
    expect(await problem(copy)).toBe(`${name} line 2 has been changed: it is not record 8 as it was written`);
    put(copy, name, [lines[0]!, lines[2]!]);
    expect(await problem(copy)).toBe(
      `${name} line 2 holds record 9: record 8 is missing before it or stands elsewhere`,
    );
    put(copy, name, [lines[0]!, lines[0]!, lines[1]!, lines[2]!]);
    expect(await problem(copy)).toBe(`${name} line 2 holds record 7 again or out of order, after record 7`);
  });

  it('names a file that is missing in the middle, at the beginning, at the end', async () => {
    const names = copy.names();
    rmSync(copy.path(names[3]!));
    expect(await problem(copy)).toBe(`${names[3]!} is missing`);
    copy = freshCopy();
    rmSync(copy.path(names[0]!));
    expect(await problem(copy)).toContain('records 1 to 3 are missing');
    expect(await problem(copy)).toContain('without being signed off');
    copy = freshCopy();
    rmSync(copy.path(names[7]!));
    expect(await problem(copy)).toContain('records 22 to 24 are missing');
    copy = freshCopy();
    for (const name of names) rmSync(copy.path(name));
    expect(await problem(copy)).toContain('records 1 to 24 are missing');
  });

  it('finds a removed tail, to the byte', async () => {
    const name = copy.names().at(-1)!;
    const text = copy.text(name);
    const lines = linesOf(copy, name);
    for (let length = text.length - 1; length > 0; length -= 97) {
      writeFileSync(copy.path(name), text.slice(0, length));
      const line = text.slice(0, length).split('\n').length;
      expect(await problem(copy)).toBe(`${name} line ${line} is cut off in the middle`);
    }
    put(copy, name, lines.slice(0, 1));
    expect(await problem(copy)).toContain('records 23 to 24 are missing');
  });

  it('does not take a missing, foreign or rewound head for whole', async () => {
    const head = copy.text('head.json');
    rmSync(copy.path('head.json'));
    expect(await problem(copy)).toContain('head.json is missing');
    writeFileSync(copy.path('head.json'), '{}');
    expect(await problem(copy)).toContain('head.json');
    writeFileSync(copy.path('head.json'), head.replace(/"hash":"[0-9a-f]{64}"/, `"hash":"${'0'.repeat(64)}"`));
    expect(await problem(copy)).toContain('record 24 is not the one');
    writeFileSync(copy.path('head.json'), head);
    expect((await verify(copy)).ok).toBe(true);
  });

  it('finds a log rewound together with its head by a hash kept elsewhere', async () => {
    const early = copy.text('head.json');
    const { head: kept } = await verify(copy);
    const audit = copy.open();
    await runCall(audit, 'later');
    await audit.flush();
    const { head: newer } = await verify(copy);
    expect((await verify(copy, kept!)).ok).toBe(true);
    expect((await verify(copy, newer!)).ok).toBe(true);
    await audit.close();
    const rewound = freshCopy();
    writeFileSync(rewound.path('head.json'), early);
    expect((await verify(rewound)).ok).toBe(true);
    expect(await verify(rewound, newer!)).toMatchObject({
      ok: false,
      problem: expect.stringContaining(newer!) as string,
    });
    expect((await verify(rewound, 'nonsense')).ok).toBe(false);
  });

  it('finds a record of another log in the place of its own', async () => {
    const other = sampleAudit(join(copies, 'other'));
    const audit = other.open({ rotateBytes: 2_000 });
    for (let index = 0; index < 12; index += 1) await runCall(audit, `call-${index}`);
    await audit.close();
    const name = copy.names()[2]!;
    put(copy, name, linesOf(copy, name).toSpliced(1, 1, linesOf(other, name)[1]!));
    expect(await problem(copy)).toBe(`${name} line 2 holds a record 8 that does not follow the record before it`);
    for (const file of copy.names().slice(4)) writeFileSync(copy.path(file), other.text(file));
    writeFileSync(copy.path(name), original.text(name));
    expect(await problem(copy)).toContain(place(copy.names()[4]!, 0));
  });

  it('lists the calls without an ending', async () => {
    const audit = copy.open();
    await audit.intent(sampleEvent('intent', 'open-1'));
    await audit.intent(sampleEvent('intent', 'refused'));
    await audit.denial(sampleEvent('denial', 'refused'));
    expect((await verify(copy)).open_calls).toEqual(['open-1']);
  });
});
