import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { explainKeyringFault } from '../../src/keyring/explain-keyring-fault.js';
import { keyringProgram } from '../../src/keyring/keyring-program.js';
import { openSystemKeyring } from '../../src/keyring/open-system-keyring.js';
import { hasKeyring, startFixture } from '../../../../test/support/start-fixture.js';
import { temporaryFolder } from '../temporary-folder.js';
import { programRuns } from './run-program.js';

type Variables = Readonly<Record<string, string>>;

const open = (environment: Variables): ReturnType<typeof openSystemKeyring> =>
  openSystemKeyring({ run: programRuns().run, environment });

/** A bus that takes connections and never says a word. */
async function silentBus(): Promise<Variables> {
  const path = join(temporaryFolder(), 'bus');
  const server = createServer();
  server.listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` };
}

const reason = (text: RegExp): unknown => ({ ok: false, reason: expect.stringMatching(text) as unknown });
const absent = reason(/^the keyring is not there/);

describe.runIf(hasKeyring)('openSystemKeyring with a real keyring', () => {
  test('an entry is written, read, replaced and removed', async () => {
    const keyring = open((await startFixture<Variables>('keyring-session.mjs')).ready);
    expect(await keyring.read('acme/ada/ledger')).toEqual({ ok: true, value: undefined });
    for (const text of ['{"a":"ü\\u0000 \n𝄞"}', 'x'.repeat(60_000)]) {
      expect(await keyring.write('acme/ada/ledger', text)).toEqual({ ok: true, value: true });
      expect(await keyring.read('acme/ada/ledger')).toEqual({ ok: true, value: text });
    }
    expect(await keyring.read('acme/ada/ledge')).toEqual({ ok: true, value: undefined });
    expect(await keyring.remove('acme/ada/ledger')).toEqual({ ok: true, value: true });
    expect(await keyring.remove('acme/ada/ledger')).toEqual({ ok: true, value: false });
  });

  test('a locked one refuses to read and to write', async () => {
    const session = await startFixture<Variables>('keyring-session.mjs');
    const keyring = open(session.ready);
    await keyring.write('acme/ada/ledger', 'text');
    await session.tell('lock');
    expect(await keyring.read('acme/ada/ledger')).toEqual(reason(/^the keyring is locked/));
    expect(await keyring.write('acme/ada/ledger', 'other')).toEqual(reason(/^the keyring is locked/));
  });

  test('one that hangs refuses after three seconds, and leaves no process behind', async () => {
    const session = await startFixture<Variables>('keyring-session.mjs');
    await session.tell('stop');
    const runs = programRuns();
    const keyring = openSystemKeyring({ run: runs.run, environment: session.ready });
    expect(await keyring.read('acme/ada/ledger')).toEqual(reason(/did not answer within 3 s/));
    await expect.poll(() => runs.pids.map((pid) => existsSync(`/proc/${pid}/fd/0`))).toEqual([false]);
  });
});

describe('openSystemKeyring without a keyring', () => {
  test('no bus, and one that is not there, refuse and go to no other store', async () => {
    for (const environment of [{}, { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }]) {
      expect(await open(environment).write('acme/ada/ledger', 'text')).toEqual(absent);
      expect(await open(environment).read('acme/ada/ledger')).toEqual(absent);
    }
  });

  test('a bus that never answers refuses after three seconds', async () => {
    expect(await open(await silentBus()).read('acme/ada/ledger')).toEqual(reason(/did not answer within 3 s/));
  });

  test('a program that answers nothing, nonsense or cannot be started is a refusal', async () => {
    for (const end of [{ end: 'exited', stdout: '' }, { end: 'exited', stdout: '{' }, { end: 'not_started' }]) {
      const keyring = openSystemKeyring({ run: () => Promise.resolve(end), environment: {} });
      expect(await keyring.read('acme/ada/ledger')).toEqual(reason(/^the keyring failed/));
    }
  });
});

test('the program ends itself when nobody waits for it any more', async () => {
  const env = await silentBus();
  const require = (await import('node:module')).createRequire(import.meta.url);
  const argv = ['-e', keyringProgram, require.resolve('@napi-rs/keyring')];
  const child = spawn(process.execPath, argv, { env, stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.write(`${JSON.stringify({ operation: 'read', account: 'a' })}\n`);
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

test('the program ends when it is asked nothing', async () => {
  const child = spawn(process.execPath, ['-e', keyringProgram, ''], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end('{"operation":"read"');
  expect(await once(child, 'exit')).toEqual([1, null]);
});

test('a library that is not there for this system is told from a keyring that is not', async () => {
  const child = spawn(process.execPath, ['-e', keyringProgram, '/nonexistent/lock'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(`${JSON.stringify({ operation: 'read', account: 'a' })}\n`);
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  const reply = JSON.parse(text.toString()) as { readonly message: string };
  expect(explainKeyringFault(reply.message)).toEqual(reason(/is not installed for this system/));
});

test('what the library says is never repeated', () => {
  expect(explainKeyringFault('hunter2-hunter2 is no name')).toEqual(reason(/^the keyring failed; [^2]*$/));
});
