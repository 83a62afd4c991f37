import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { describe, expect, test } from 'vitest';
import { createBinding } from '../../src/create-binding.js';
import { checkCredentialText, type CredentialSummary } from '../../src/credential/credential-text.js';
import { connectLocalCredential, findConnectObstacle } from '../../src/local/connect-local-credential.js';
import { createLocalCredentialHub } from '../../src/local/local-credential-hub.js';
import { sampleMintRequest } from '../sample-mint-request.js';
import { temporaryFolder } from '../temporary-folder.js';

const now = (): number => Date.UTC(2030, 0, 1);
const secret = 'hunter2-hunter2';

interface Input {
  readonly directory: string;
  readonly family?: string;
  readonly packId?: string;
  readonly credential?: unknown;
  readonly text?: string;
}

const connect = ({ directory, family = 'ledger', packId = 'ledger', credential, text }: Input): CredentialSummary =>
  connectLocalCredential({ directory, family, packId, text: text ?? JSON.stringify(credential), now });

const mint = async (directory: string, packId = 'ledger', family = 'ledger'): Promise<unknown> =>
  await createBinding({ hubs: [createLocalCredentialHub({ directory })], now }).mint(
    sampleMintRequest({ mode: 'local', binding: { mode: 'local', family }, packId }),
  );

function errorOf(act: () => unknown): HcpError {
  try {
    act();
  } catch (error) {
    if (error instanceof HcpError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('checkCredentialText', () => {
  const check = (text: string): void => checkCredentialText({ family: 'ledger', text, now });

  test('takes what is stored and says nothing', () => {
    expect(() => check(JSON.stringify({ env: { LEDGER_TOKEN: secret } }))).not.toThrow();
  });

  test.each([
    '',
    '{',
    '[]',
    '{}',
    `{"env":{"LD_PRELOAD":"${secret}"}}`,
    `{"env":{"A":"${secret}","A":"b"}}`,
    `{"env":{"A":"${secret}"},"expires_at":"2029-01-01T00:00:00Z"}`,
  ])('refuses %j with the very error that storing it has, without the secret', (text) => {
    const error = errorOf(() => check(text));
    const stored = errorOf(() => connect({ directory: join(temporaryFolder(), 'credentials'), text }));
    expect([error.code, error.message]).toEqual(['credential_invalid', stored.message]);
    expect(error.message).not.toContain(secret);
  });
});

describe('connectLocalCredential', () => {
  test('stores what is minted afterwards, and answers without a secret', async () => {
    const directory = join(temporaryFolder(), 'home', 'credentials');
    const credential = {
      env: { LEDGER_TOKEN: secret, LEDGER_REGION: 'eu' },
      headers: { Authorization: `Bearer ${secret}` },
      plain: ['LEDGER_REGION'],
      expires_at: '2030-06-01T00:00:00Z',
    };
    const summary = connect({ directory, credential });
    expect(summary).toEqual({
      family: 'ledger',
      packs: ['ledger'],
      variables: ['LEDGER_TOKEN', 'LEDGER_REGION'],
      headers: ['Authorization'],
      expires_at: '2030-06-01T00:00:00Z',
    });
    expect(JSON.stringify(summary)).not.toContain(secret);
    expect(await mint(directory)).toMatchObject({ ok: true, env: credential.env, headers: credential.headers });
  });

  test('makes folder and file for the owner alone, whatever the umask', () => {
    for (const umask of [0o000, 0o777]) {
      const home = temporaryFolder();
      const directory = join(home, 'credentials');
      mkdirSync(directory, { mode: 0o700 });
      const before = process.umask(umask);
      try {
        connect({ directory, credential: { env: { A: secret } } });
      } finally {
        process.umask(before);
      }
      expect(statSync(directory).mode & 0o7777).toBe(0o700);
      expect(statSync(join(directory, 'ledger.json')).mode & 0o7777).toBe(0o600);
    }
  });

  test('a second pack of a family is added, the credential replaced, the first pack kept', async () => {
    const directory = join(temporaryFolder(), 'credentials');
    connect({ directory, credential: { env: { A: 'first-token-1' } } });
    expect(connect({ directory, packId: 'books', credential: { headers: { B: 'second-token-2' } } })).toEqual({
      family: 'ledger',
      packs: ['books', 'ledger'],
      variables: [],
      headers: ['B'],
      expires_at: null,
    });
    for (const packId of ['ledger', 'books']) {
      expect(await mint(directory, packId)).toMatchObject({ ok: true, env: {}, headers: { B: 'second-token-2' } });
    }
    expect(await mint(directory, 'other')).toMatchObject({ ok: false });
    expect(readFileSync(join(directory, 'ledger.json'), 'utf8')).not.toContain('first-token-1');
  });

  test('connecting twice is as connecting once', () => {
    const directory = join(temporaryFolder(), 'credentials');
    const credential = { env: { A: secret } };
    expect(connect({ directory, credential })).toEqual(connect({ directory, credential }));
    expect(readdirSync(directory)).toEqual(['ledger.json']);
  });

  test('every family has a file of its own inside the folder', async () => {
    const home = temporaryFolder();
    const directory = join(home, 'credentials');
    const families = ['ledger', 'Ledger', '../ledger', 'a/b', 'a%2Fb', '.', '..', '\0', '漢'.repeat(128)];
    for (const family of families)
      connect({ directory, family, credential: { env: { A: `token-of-${encodeURIComponent(family)}` } } });
    expect(readdirSync(home)).toEqual(['credentials']);
    expect(readdirSync(directory)).toHaveLength(families.length);
    for (const family of families) {
      expect(await mint(directory, 'ledger', family)).toMatchObject({
        ok: true,
        env: { A: `token-of-${encodeURIComponent(family)}` },
      });
    }
  });

  test('removes what a killed writer left behind, and no other file', () => {
    const directory = temporaryFolder();
    const abandoned = '.hcp-credential-0123456789abcdef01234567.tmp';
    for (const name of [abandoned, '.hcp-credential-x.tmp', 'notes.txt']) writeFileSync(join(directory, name), secret);
    connect({ directory, credential: { env: { A: secret } } });
    expect(readdirSync(directory).sort()).toEqual(['.hcp-credential-x.tmp', 'ledger.json', 'notes.txt']);
  });

  test.each<[string, string | RegExp]>([
    ['', /not JSON: it ends too early/],
    [secret, /not JSON: unexpected character/],
    [`{"env":{"A":"${secret}"`, /not JSON: it ends too early/],
    [`{"env":{"${secret}":"a","${secret}":"b"}}`, /duplicate key \(line 1, column \d+\)/],
    [`{"LEDGER_TOKEN":"${secret}"}`, /\/ has an unknown member; known are env, headers, plain, expires_at/],
    [`{"env":{"A":["${secret}"]}}`, /\/env\/A must be a string, received array/],
    [`{"env":{"NODE_OPTIONS":"${secret}"}}`, /\/env\/NODE_OPTIONS is a variable that no credential may set/],
    [`{"headers":{"A":"${secret}\\r\\nB: c"}}`, /\/headers\/A must be printable ASCII/],
    ['{}', /\/ is empty/],
    [
      `{"env":{"A":"${secret}"},"expires_at":"2030-01-01T00:00:00Z"}`,
      /\/expires_at is 2030-01-01T00:00:00Z, which has passed/,
    ],
    [`{"env":{"A":"${'x'.repeat(65_500)}"}}`, /is larger than 65536 bytes with the packs it serves/],
    [`{"env":{"A":"${'x'.repeat(70_000)}"}}`, /more than 65536 bytes/],
  ])('refuses text %# with its reason, stores nothing and shows no value', (text, message) => {
    const directory = join(temporaryFolder(), 'credentials');
    const error = errorOf(() => connect({ directory, text }));
    expect(error.code).toBe('credential_invalid');
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/^credential for family "ledger": /);
    expect(error.message).not.toContain('hunter2');
    expect(existsSync(join(directory, 'ledger.json'))).toBe(false);
  });

  test('a stored file that does not hold stops the command and stays as it is', () => {
    const directory = temporaryFolder();
    const file = join(directory, 'ledger.json');
    for (const [text, mode] of [
      [`{"${secret}`, 0o600],
      ['{"version":2,"packs":["books"]}', 0o600],
      ['{"version":1,"packs":["books"],"credential":{}}', 0o644],
    ] as const) {
      writeFileSync(file, text);
      chmodSync(file, mode);
      const error = errorOf(() => connect({ directory, credential: { env: { A: 'new-token-1' } } }));
      expect(error.code).toBe('credential_unreadable');
      expect(error.message.startsWith(`${file}: `)).toBe(true);
      expect(error.message).not.toContain('hunter2');
      expect(readFileSync(file, 'utf8')).toBe(text);
      expect(findConnectObstacle(directory, 'ledger')).toBe(error.message);
    }
  });

  test('an expired or since forbidden credential can be replaced', async () => {
    const directory = temporaryFolder();
    writeFileSync(
      join(directory, 'ledger.json'),
      '{"version":1,"packs":["books"],"credential":{"env":{"LD_PRELOAD":"x"},"expires_at":"2001-01-01T00:00:00Z"}}',
      { mode: 0o600 },
    );
    expect(findConnectObstacle(directory, 'ledger')).toBeUndefined();
    expect(findConnectObstacle(directory, 'other')).toBeUndefined();
    expect(connect({ directory, credential: { env: { A: secret } } }).packs).toEqual(['books', 'ledger']);
    expect(await mint(directory)).toMatchObject({ ok: true, env: { A: secret } });
  });

  test('a symlink in place of the file or the folder is not written through', () => {
    const directory = temporaryFolder();
    const elsewhere = join(temporaryFolder(), 'elsewhere.json');
    symlinkSync(elsewhere, join(directory, 'ledger.json'));
    const input = { credential: { env: { A: secret } } };
    expect(errorOf(() => connect({ directory, ...input })).message).toContain('is a symlink');
    const link = join(temporaryFolder(), 'credentials');
    symlinkSync(temporaryFolder(), link);
    expect(errorOf(() => connect({ directory: link, ...input })).message).toContain('is a symlink');
    expect(existsSync(elsewhere)).toBe(false);
  });

  test('a folder that cannot be made is named, with the system’s reason', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const error = errorOf(() => connect({ directory: join(file, 'credentials'), credential: { env: { A: secret } } }));
    expect(error.code).toBe('credential_unwritable');
    expect(error.message).toBe(`${join(file, 'credentials')}: cannot be written (ENOTDIR)`);
  });

  test('a folder below one that takes no others is refused at once', () => {
    const input = { directory: '/proc/home/credentials', credential: { env: { A: secret } } };
    expect(errorOf(() => connect(input)).message).toContain('/proc/home/credentials: cannot be written (ENOENT)');
  });

  test('a folder in which others may put files is refused', () => {
    const directory = join(temporaryFolder(), 'credentials');
    mkdirSync(directory);
    chmodSync(directory, 0o777);
    const error = errorOf(() => connect({ directory, credential: { env: { A: secret } } }));
    expect(error.message).toContain('mode 0777 lets others write to the folder; make it 0700');
  });
});
