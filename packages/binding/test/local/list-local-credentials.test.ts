import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectLocalCredential } from '../../src/local/connect-local-credential.js';
import { familyFileName, familyOfFileName } from '../../src/local/family-file-name.js';
import { disconnectLocalCredentials, listLocalCredentials } from '../../src/local/list-local-credentials.js';
import { temporaryFolder } from '../temporary-folder.js';

const now = (): number => Date.UTC(2030, 0, 1);
const secret = 'hunter2-hunter2';
const long = `${'f'.repeat(128)}/`;

function folderWith(...connections: readonly (readonly [string, string])[]): string {
  const directory = join(temporaryFolder(), 'credentials');
  const text = JSON.stringify({ env: { TOKEN: secret }, headers: { Authorization: `Bearer ${secret}` } });
  for (const [family, packId] of connections) connectLocalCredential({ directory, family, packId, text, now });
  return directory;
}

test('what is stored is listed by family, without a secret of it', () => {
  const directory = folderWith(['Ledger/../é', 'ledger'], ['Ledger/../é', 'other'], [long, 'third']);
  const listed = listLocalCredentials(directory);
  expect(JSON.stringify(listed)).not.toContain(secret);
  const summaries = listed.map((one) => (one.ok ? one.summary : one));
  expect(summaries).toContainEqual({
    family: 'Ledger/../é',
    packs: ['ledger', 'other'],
    variables: ['TOKEN'],
    headers: ['Authorization'],
    expires_at: null,
  });
  // A digest does not tell the family.
  expect(summaries).toContainEqual(expect.objectContaining({ family: familyFileName(long), packs: ['third'] }));
});

test('files that do not hold are listed with the reason, and left where they are', () => {
  const directory = folderWith(['ledger', 'ledger']);
  const write = (name: string, text: string): void => writeFileSync(join(directory, name), text, { mode: 0o600 });
  write('broken.json', '{');
  write('empty.json', '{"version":1,"packs":["ledger"],"credential":{}}');
  chmodSync(join(directory, 'ledger.json'), 0o644);
  mkdirSync(join(directory, 'folder.json'));
  write('.hidden.json', '{');
  write('other.txt', '{');
  expect(listLocalCredentials(directory).map((one) => [one.file, one.ok])).toEqual([
    ['broken.json', false],
    ['empty.json', false],
    ['folder.json', false],
    ['ledger.json', false],
  ]);
  expect(disconnectLocalCredentials(directory, 'broken')).toEqual([]);
  expect(existsSync(join(directory, 'broken.json'))).toBe(true);
});

test('a pack is taken off every credential that serves it, and a credential goes with its last pack', () => {
  const directory = folderWith(['a', 'ledger'], ['a', 'other'], ['b', 'ledger'], [long, 'ledger'], ['c', 'other']);
  expect(disconnectLocalCredentials(directory, 'ledger')).toEqual([familyFileName(long), 'a.json', 'b.json'].sort());
  const left = listLocalCredentials(directory).map((one) => (one.ok ? [one.summary.family, one.summary.packs] : one));
  expect(left).toEqual([
    ['a', ['other']],
    ['c', ['other']],
  ]);
  expect(readFileSync(join(directory, 'a.json'), 'utf8')).toContain(secret);
  expect(disconnectLocalCredentials(directory, 'ledger')).toEqual([]);
});

test('where there is no folder nothing is stored', () => {
  const directory = join(temporaryFolder(), 'none');
  expect(listLocalCredentials(directory)).toEqual([]);
  expect(disconnectLocalCredentials(directory, 'ledger')).toEqual([]);
});

test('a file name tells its family where it can', () => {
  for (const family of ['ledger', '../x', 'É', '%', '.']) expect(familyOfFileName(familyFileName(family))).toBe(family);
  expect(familyOfFileName('%zz.json')).toBeUndefined();
});
