import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeGroupCommit, type Submission } from '../../src/audit/group-commit.js';
import { prepareShortDigests } from '../../src/audit/digest.js';
import { makeLogState } from '../../src/audit/log-state.js';
import { draftRecord } from '../../src/audit/record-draft.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
await prepareShortDigests();

/** How many records stand in the log when the first of two submissions, one turn of microtasks apart, is written. */
async function recordsWithTheFirst(inCompany: boolean): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'hcp-group-commit-'));
  folders.push(directory);
  mkdirSync(join(directory, 'audit'));
  const audit = join(directory, 'audit');
  const options = { directory: audit, now: () => new Date(), rotateBytes: 1_000_000, onNotice: () => undefined };
  const commit = makeGroupCommit(join(directory, 'lock'), makeLogState(options));
  const records = [draftRecord({ event: 'admin', details: {} }, null)];
  let found = 0;
  const count = (): number => readFileSync(join(audit, 'audit-000001.jsonl'), 'utf8').split('\n').length - 1;
  const submission: Submission = { records, durability: 'flushed', inCompany };
  const first = commit.submit({ ...submission, afterwards: () => (found = count()) });
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await Promise.all([first, commit.submit(submission)]);
  expect(count()).toBe(2);
  return found;
}

test('a record in company waits for those that come in the same turn, and one alone does not', async () => {
  expect(await recordsWithTheFirst(true)).toBe(2);
  expect(await recordsWithTheFirst(false)).toBe(1);
});
