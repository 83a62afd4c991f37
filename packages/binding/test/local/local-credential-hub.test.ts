import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBinding } from '../../src/create-binding.js';
import { createLocalCredentialHub } from '../../src/local/local-credential-hub.js';
import { sampleMintRequest } from '../sample-mint-request.js';
import { temporaryFolder } from '../temporary-folder.js';

const secret = 'stored-token-123456';
const stored = JSON.stringify({ version: 1, packs: ['ledger'], credential: { env: { LEDGER_TOKEN: secret } } });
const isRoot = process.geteuid?.() === 0;
if (!isRoot) console.log('skipped: only root can give a file to another user');

interface Home {
  readonly folder: string;
  readonly file: string;
}

function homeWith(text: string | Uint8Array, mode = 0o600): Home {
  const folder = join(temporaryFolder(), 'credentials');
  mkdirSync(folder, { mode: 0o700 });
  const file = join(folder, 'ledger.json');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return { folder, file };
}

async function mintFrom(directory: string, family = 'ledger', packId = 'ledger'): Promise<unknown> {
  const binding = createBinding({ hubs: [createLocalCredentialHub({ directory })], now: () => Date.UTC(2030, 0, 1) });
  return await binding.mint(
    sampleMintRequest({ mode: 'local', binding: { mode: 'local', hub: 'local-credential', family }, packId }),
  );
}

async function reasonFrom(directory: string, family?: string, packId?: string): Promise<string> {
  const minted = (await mintFrom(directory, family, packId)) as { ok: boolean; reason?: string };
  expect(minted.ok).toBe(false);
  expect(Object.keys(minted).sort()).toEqual(['ok', 'reason']);
  expect(minted.reason).not.toContain('stored-token');
  expect(minted.reason).not.toContain('ambient');
  return minted.reason ?? '';
}

describe('createLocalCredentialHub', () => {
  beforeEach(() => {
    for (const name of ['GH_TOKEN', 'GITHUB_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'LEDGER_TOKEN', 'HCP_CREDENTIAL']) {
      vi.stubEnv(name, 'ambient-token-123456');
    }
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each([0o600, 0o400])('mints what a file of mode %o holds', async (mode) => {
    expect(await mintFrom(homeWith(stored, mode).folder)).toMatchObject({ ok: true, env: { LEDGER_TOKEN: secret } });
  });

  test('nothing of the environment joins what is minted', async () => {
    const minted = (await mintFrom(homeWith(stored).folder)) as { env: unknown; headers: unknown };
    expect(minted.env).toEqual({ LEDGER_TOKEN: secret });
    expect(minted.headers).toEqual({});
  });

  test('an absent file is refused, saying how to connect', async () => {
    const { folder } = homeWith(stored);
    expect(await reasonFrom(folder, 'other')).toBe(
      'family "other" has no credential (credentials/other.json: does not exist); run hcp connect ledger',
    );
  });

  test('an absent folder is refused likewise', async () => {
    expect(await reasonFrom(join(temporaryFolder(), 'credentials'))).toContain('does not exist');
  });

  test.each([
    [0o644, '0644'],
    [0o640, '0640'],
    [0o620, '0620'],
    [0o606, '0606'],
    [0o700, '0700'],
    [0o4600, '04600'],
  ])('a file of mode %o is refused', async (mode, shown) => {
    expect(await reasonFrom(homeWith(stored, mode).folder)).toBe(
      `credentials/ledger.json: has mode ${shown}; make it 0600`,
    );
  });

  test.skipIf(!isRoot)('a file of another user is refused', async () => {
    const { folder, file } = homeWith(stored);
    chownSync(file, 12345, 0);
    expect(await reasonFrom(folder)).toBe('credentials/ledger.json: belongs to user 12345 and must belong to user 0');
  });

  test.skipIf(!isRoot)('a folder of another user is refused', async () => {
    const { folder } = homeWith(stored);
    chownSync(folder, 12345, 0);
    expect(await reasonFrom(folder)).toBe('credentials/: belongs to user 12345 and must belong to user 0');
  });

  test.each([0o720, 0o702, 0o1777])('a folder of mode %o, in which others may put files, is refused', async (mode) => {
    const { folder } = homeWith(stored);
    chmodSync(folder, mode);
    expect(await reasonFrom(folder)).toMatch(
      /^credentials\/: mode 0\d+ lets others write to the folder; make it 0700$/,
    );
  });

  test('a symlink is refused, also one to a file that would do', async () => {
    const { folder, file } = homeWith(stored);
    renameSync(file, join(folder, 'real.json'));
    symlinkSync('real.json', file);
    expect(await reasonFrom(folder)).toBe('credentials/ledger.json: is a symlink; put the file itself there');
  });

  test('a symlink in place of the folder is refused', async () => {
    const { folder } = homeWith(stored);
    const link = join(temporaryFolder(), 'credentials');
    symlinkSync(folder, link);
    expect(await reasonFrom(link)).toBe('credentials/: is a symlink or no folder; put the folder itself there');
  });

  test('a folder, and a FIFO nobody writes to, are refused and not waited on', async () => {
    const { folder } = homeWith(stored);
    mkdirSync(join(folder, 'dir.json'), { mode: 0o700 });
    execFileSync('mkfifo', ['-m', '600', join(folder, 'fifo.json')]);
    expect(await reasonFrom(folder, 'dir')).toBe('credentials/dir.json: is not a regular file');
    expect(await reasonFrom(folder, 'fifo')).toBe('credentials/fifo.json: is not a regular file');
  });

  test('a file where the folder belongs is refused', async () => {
    expect(await reasonFrom(homeWith(stored).file)).toContain('is a symlink or no folder');
  });

  test.each<[string, string | Uint8Array, string | RegExp]>([
    ['empty', '', 'not JSON: it ends too early (line 1, column 1)'],
    ['cut', stored.slice(0, -3), /^not JSON: it ends too early/],
    ['binary', Buffer.from([0, 1, 0xff, 0xfe]), 'not valid UTF-8'],
    ['with a duplicate key', stored.replace('{"version"', '{"p\\u0061cks":[],"version"'), /^duplicate key \(line 1/],
    ['of another shape', '{"env":{"LEDGER_TOKEN":"stored-token-123456"}}', '/version must be 1'],
    [
      'of a newer version',
      stored.replace('1', '2'),
      '/version is 2; this runtime reads 1; use the newer runtime that wrote it',
    ],
    ['without a credential', '{"version":1,"packs":["ledger"]}', '/credential is required'],
    ['with an empty credential', '{"version":1,"packs":["ledger"],"credential":{}}', /^\/credential is empty/],
    [
      'expired',
      stored.replace('"env"', '"expires_at":"2029-12-31T00:00:00Z","env"'),
      'expired at 2029-12-31T00:00:00Z; run hcp connect ledger with a new credential',
    ],
    [
      'setting a forbidden variable',
      stored.replace('LEDGER_TOKEN', 'LD_PRELOAD'),
      '/credential/env/LD_PRELOAD is a variable that no credential may set',
    ],
    ['huge', `${stored}${' '.repeat(65_536)}`, 'is larger than 65536 bytes'],
  ])('a file that is %s is refused, naming it', async (_title, text, reason) => {
    const received = await reasonFrom(homeWith(text).folder);
    expect(received.startsWith('credentials/ledger.json: ')).toBe(true);
    expect(received.slice('credentials/ledger.json: '.length)).toEqual(
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    );
  });

  test('a byte order mark in front is no reason to refuse', async () => {
    expect(await mintFrom(homeWith(`\uFEFF${stored}`).folder)).toMatchObject({ ok: true });
  });

  test('a pack the family was not connected for is refused', async () => {
    expect(await reasonFrom(homeWith(stored).folder, 'ledger', 'intruder')).toBe(
      'family "ledger" is not connected to this pack',
    );
  });

  test.each([
    '../ledger',
    'credentials/../ledger',
    './ledger',
    'Ledger',
    'ledger.json/../ledger',
    '..',
    '/',
    'ledger\0',
  ])('the family %j reads no other family’s file and nothing outside the folder', async (family) => {
    const { folder } = homeWith(stored);
    writeFileSync(join(folder, '..', 'ledger.json'), stored, { mode: 0o600 });
    expect(await reasonFrom(folder, family)).toContain(`family "${family}" has no credential`);
  });
});
