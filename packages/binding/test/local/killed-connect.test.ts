import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBinding } from '../../src/create-binding.js';
import { connectLocalCredential } from '../../src/local/connect-local-credential.js';
import { createLocalCredentialHub } from '../../src/local/local-credential-hub.js';
import { sampleMintRequest } from '../sample-mint-request.js';
import { temporaryFolder } from '../temporary-folder.js';

const program = join(import.meta.dirname, '../fixtures/connect-repeatedly.mjs');

async function killWhileConnecting(directory: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await pause(afterMs);
  child.kill('SIGKILL');
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' });
}

test('a writer killed at any moment leaves the old or the new credential whole, and nothing open to others', async () => {
  const directory = join(temporaryFolder(), 'credentials');
  const binding = createBinding({ hubs: [createLocalCredentialHub({ directory })], now: () => 0 });
  for (let kill = 0; kill < 12; kill += 1) {
    await killWhileConnecting(directory, kill);
    const minted = await binding.mint(
      sampleMintRequest({ mode: 'local', binding: { mode: 'local', family: 'ledger' }, packId: 'pack-0' }),
    );
    if (!minted.ok) throw new Error(minted.reason);
    expect(minted.env['ONE']).toMatch(/^round-\d+-x+$/);
    expect(minted.env['ONE']).toHaveLength(20_000);
    expect(minted.env['TWO']).toBe(minted.env['ONE']);
    for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).mode & 0o077).toBe(0);
  }
  // What killed writers left behind goes with the next write.
  connectLocalCredential({ directory, family: 'ledger', packId: 'pack-0', text: '{"env":{"A":"b"}}', now: () => 0 });
  expect(readdirSync(directory)).toEqual(['ledger.json']);
});
