import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { HcpCommand, type Answer } from './hcp-command.js';
import { type Book, balanceOf, faultsOf, token } from './ledger-program.js';

let hcp: HcpCommand;
beforeEach(() => {
  hcp = new HcpCommand();
});

const refused = (verb: string, error: string): Answer => ({
  exitCode: 3,
  envelope: { ok: false, pack_id: 'ledger', verb_key: verb, error },
});
const failed = (verb: string, text: string): unknown => ({
  exitCode: 1,
  envelope: { ok: false, pack_id: 'ledger', verb_key: verb, error: text, stderr: text },
});
const connect = async (): Promise<void> => {
  const run = await hcp.run(['connect', 'ledger'], JSON.stringify({ env: { LEDGER_TOKEN: token } }));
  expect(run.exitCode, run.stderr).toBe(0);
};
const ready = async (): Promise<void> => {
  await hcp.install('ledger', 'ledger.write', 'ledger.transfer');
  await connect();
  expect((await hcp.exec('ledger', 'setup.apply', 'confirm=true')).exitCode).toBe(0);
};
const readBook = async (): Promise<Book> => (await hcp.exec('ledger', 'list')).envelope.result as Book;

describe('the ledger through hcp', () => {
  it('is refused for one reason after the other until each is settled, and then moves money', async () => {
    const order = ['ledger', 'transfer', 'amount=10.25', 'payee=bob'] as const;
    expect(await hcp.exec(...order)).toEqual(refused('transfer', 'unknown pack ledger'));
    await hcp.manage('install', 'examples/packs/ledger');
    expect(await hcp.exec(...order)).toEqual(refused('transfer', 'pack ledger not activated'));
    await hcp.manage('activate', 'ledger');
    expect(await hcp.exec('ledger', 'constructor')).toEqual(refused('constructor', 'no policy for constructor'));
    expect(await hcp.exec(...order)).toEqual(
      refused('transfer', 'denied: missing ledger.transfer for ledger.transfer'),
    );
    await hcp.manage('grant', 'ledger.transfer');
    expect(await hcp.exec(...order)).toEqual(refused('transfer', 'confirm required'));
    const unconnected = await hcp.exec(...order, 'confirm=true');
    expect(unconnected.exitCode).toBe(3);
    expect(unconnected.envelope.error).toMatch(/^binding: /);
    await connect();
    expect(await hcp.exec(...order, 'confirm=true')).toEqual(
      failed('transfer', 'ledger: not set up: run "ledger setup all -y" (verb setup.apply) first\n'),
    );
    await hcp.manage('grant', 'ledger.write');
    await hcp.exec('ledger', 'setup.apply', 'confirm=true');
    expect(await hcp.exec(...order, 'confirm=true')).toEqual({
      exitCode: 0,
      envelope: {
        ok: true,
        pack_id: 'ledger',
        verb_key: 'transfer',
        result: {
          transaction: 2,
          amount: '10.25',
          from: { account: 'checking', balance: '989.75' },
          to: { account: 'bob', balance: '10.25' },
        },
      },
    });
    expect((await hcp.run(['audit', 'verify'])).exitCode).toBe(0);
  }, 60_000);

  it('is set up and asked about without a credential', async () => {
    await hcp.install('ledger', 'ledger.write');
    const answer = async (verb: string, ...words: string[]): Promise<unknown> =>
      (await hcp.exec('ledger', verb, ...words)).envelope.result;
    expect(await answer('setup.status')).toEqual({ ready: false, provider: null });
    expect(await answer('setup.apply', 'confirm=true')).toEqual({ ready: true, changed: true });
    expect(await answer('setup.apply', 'apply=true')).toEqual({ ready: true, changed: false });
    expect(await answer('connect', 'provider=demo-bank', 'confirm=true')).toMatchObject({ provider: 'demo-bank' });
    expect(await answer('status')).toEqual({ connected: true, provider: 'demo-bank', balanced: true });
    const absent = await hcp.exec('ledger', 'connect', 'confirm=true');
    expect(absent).toMatchObject({ exitCode: 1, envelope: { ok: false } });
    expect(absent.envelope.error).toContain('connect takes one <provider>');
  }, 60_000);

  it('reports the program’s own refusals as they are', async () => {
    await ready();
    expect(await hcp.send('ledger', 'transfer', { amount: 10, payee: 'dave', confirm: true })).toEqual(
      failed('transfer', 'ledger: unknown payee "dave": the payees are alice, bob, carol\n'),
    );
    expect(await hcp.send('ledger', 'transfer', { amount: -5, payee: 'bob', confirm: true })).toMatchObject({
      exitCode: 1,
      envelope: { error: expect.stringContaining('bad amount "-5"') as string },
    });
    expect(await hcp.send('ledger', 'transfer', { amount: 10, confirm: true })).toMatchObject({ exitCode: 1 });
    expect((await readBook()).transactions).toHaveLength(1);
  }, 60_000);

  it('never starts for a payee that is an option, a confirm that is a word, or arguments that render to no argv', async () => {
    await ready();
    const send = async (args: Record<string, unknown>): Promise<unknown> =>
      (await hcp.send('ledger', 'transfer', { amount: 10, payee: 'bob', confirm: true, ...args })).envelope.error;
    expect(await send({ payee: '-x' })).toBe('invalid args: /payee must not start with "-"');
    expect(await send({ payee: '--confirm' })).toBe('invalid args: /payee must not start with "-"');
    expect(await send({ amount: '-5' })).toBe('invalid args: /amount must not start with "-"');
    expect(await send({ confirm: 'true' })).toBe('confirm required');
    expect(await send({ payee: { toString: 'bob' } })).toMatch(/^invalid args: \/payee /);
    expect(await send({ payee: 'bob\0' })).toMatch(/^invalid args: \/payee /);
    expect((await readBook()).transactions).toHaveLength(1);
  }, 60_000);

  it('loses nothing when ten calls run at once, and the audit of them verifies', async () => {
    await ready();
    const calls = Array.from({ length: 10 }, () =>
      hcp.send('ledger', 'transfer', { amount: 1.05, payee: 'bob', confirm: true }),
    );
    expect((await Promise.all(calls)).map((answer) => answer.envelope.error)).toEqual(Array(10).fill(undefined));
    const book = await readBook();
    expect(faultsOf(book)).toEqual([]);
    expect(balanceOf(book, 'bob')).toBe(1050n);
    expect((await hcp.run(['audit', 'verify'])).exitCode).toBe(0);
  }, 60_000);

  it('keeps the credential out of every answer and of everything stored but the credential itself', async () => {
    await ready();
    const answers = [
      await hcp.exec('ledger', 'list'),
      await hcp.exec('ledger', 'transfer', 'amount=1', 'payee=zoe', 'confirm=true'),
    ];
    expect(JSON.stringify(answers)).not.toContain(token);
    const holding = readdirSync(hcp.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(token));
    expect(holding).toEqual([join(hcp.home, 'credentials', 'ledger.json')]);
  }, 60_000);
});
