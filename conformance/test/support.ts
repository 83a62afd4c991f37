import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { removeFolder, type CasePlace } from '../src/case-folder.js';
import { readCase } from '../src/cases/read-case.js';
import type { ConformanceCase } from '../src/cases/conformance-case.js';
import { createCommandDriver } from '../src/drivers/command-driver.js';
import type { Driver } from '../src/drivers/driver.js';
import { fixturePacks } from '../src/suite.js';

/** The fixture driver of that name, started with these words. */
export function fixtureDriver(name: string, words: readonly string[] = [], timeoutMs = 10_000): Driver {
  const program = join(import.meta.dirname, 'fixtures', 'drivers', name);
  return createCommandDriver({ argv: [program, ...words], env: process.env, timeoutMs });
}

/** A case of one call of one pack, with some members of its own. */
export function callCase(members: object = {}): ConformanceCase {
  const whole = {
    clauses: ['6.1'],
    title: 'A call',
    packs: ['demo'],
    envelope: { pack_id: 'demo', verb_key: 'list' },
    expect: { envelope: { ok: true, pack_id: 'demo', verb_key: 'list', result: { a: 1 } }, ran: true },
    ...members,
  };
  return readCase('6.1/call', JSON.stringify(whole));
}

export function validateCase(expect: object): ConformanceCase {
  const whole = { op: 'validate', clauses: ['3.7-meta'], title: 'A pack', packs: ['demo'], expect };
  return readCase('3.7/pack', JSON.stringify(whole));
}

/** The driver answering exactly this text after running a piece of shell below `home_root`. */
export function answering(text: string, shell = 'echo started >> witness'): Driver {
  return fixtureDriver('answer.sh', [shell, text]);
}

/** A place for cases, taken away behind the tests of this file. */
export function placeForCases(): CasePlace {
  const root = mkdtempSync(join(tmpdir(), 'hcp-conformance-test-'));
  afterAll(() => removeFolder(root));
  return { root, fixtures: fixturePacks };
}
