import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { LedgerProgram, balanceOf, cents, faultsOf, token } from './ledger-program.js';
import { runProgram } from './run-program.js';

let ledger: LedgerProgram;
beforeEach(() => {
  ledger = new LedgerProgram();
});
const setUp = async (): Promise<void> => {
  expect((await ledger.run(['setup', 'all', '-y'])).stderr).toBe('');
};

describe('set-up', () => {
  it('says that it is not set up, and goes on saying so, without making a book', async () => {
    for (let time = 0; time < 2; time += 1) {
      const run = await ledger.run(['setup', 'status']);
      expect(run).toEqual({ exitCode: 0, signal: null, stdout: '{"ready":false,"provider":null}\n', stderr: '' });
    }
    expect(statSync(join(ledger.home, 'ledger.db'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('makes the book once, readable by its owner only, and leaves it alone the second time', async () => {
    expect((await ledger.run(['setup', 'all', '-y'])).stdout).toBe('{"ready":true,"changed":true}\n');
    await ledger.transfer('10', 'bob');
    expect((await ledger.run(['setup', 'all', '-y'])).stdout).toBe('{"ready":true,"changed":false}\n');
    expect(balanceOf(await ledger.book(), 'bob')).toBe(1000n);
    expect(statSync(join(ledger.home, 'ledger.db')).mode & 0o777).toBe(0o600);
  });

  it('makes one book when ten set-ups run at once', async () => {
    const runs = await Promise.all(Array.from({ length: 10 }, () => ledger.run(['setup', 'all', '-y'])));
    expect(runs.map((run) => run.stderr)).toEqual(Array(10).fill(''));
    expect(runs.filter((run) => run.stdout.includes('"changed":true'))).toHaveLength(1);
    expect((await ledger.book()).transactions).toHaveLength(1);
  });

  it('remembers the provider it is connected to', async () => {
    await setUp();
    expect((await ledger.run(['status'])).stdout).toBe('{"connected":false,"provider":null,"balanced":true}\n');
    expect((await ledger.run(['connect', 'demo-bank'])).stdout).toBe('{"connected":true,"provider":"demo-bank"}\n');
    expect((await ledger.run(['status'])).stdout).toBe('{"connected":true,"provider":"demo-bank","balanced":true}\n');
  });

  it.each([[['status']], [['list']], [['connect', 'demo-bank']], [['transfer', '1', '--to', 'bob', '--confirm']]])(
    'refuses %j before it is set up, saying what to run',
    async (words) => {
      const run = await ledger.run(words);
      expect(run.exitCode).toBe(1);
      expect(run.stdout).toBe('');
      expect(run.stderr).toBe('ledger: not set up: run "ledger setup all -y" (verb setup.apply) first\n');
    },
  );
});

describe('transfer', () => {
  it('writes both sides and answers in exact decimals', async () => {
    await setUp();
    const run = await ledger.transfer('10.25', 'bob');
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toEqual({
      transaction: 2,
      amount: '10.25',
      from: { account: 'checking', balance: '989.75' },
      to: { account: 'bob', balance: '10.25' },
    });
    expect((await ledger.book()).transactions[1]?.entries).toEqual([
      { account: 'checking', amount: '-10.25' },
      { account: 'bob', amount: '10.25' },
    ]);
  });

  it('lists the payees when the payee is unknown', async () => {
    await setUp();
    const run = await ledger.transfer('10', 'dave');
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toBe('ledger: unknown payee "dave": the payees are alice, bob, carol\n');
  });

  it.each(['checking', 'equity', '__proto__', "bob' OR '1'='1", 'Bob', '', '--confirm'])(
    'pays nobody when the payee is %j',
    async (payee) => {
      await setUp();
      expect((await ledger.transfer('10', payee)).exitCode).not.toBe(0);
      expect((await ledger.book()).transactions).toHaveLength(1);
    },
  );

  it.each([
    '0',
    '0.00',
    '-5',
    '+5',
    '1e3',
    '10.255',
    '10.',
    '.5',
    '',
    ' 10',
    '10 ',
    '0x10',
    'ten',
    'NaN',
    '٣',
    '9'.repeat(13),
  ])('refuses the amount %j and moves nothing', async (amount) => {
    await setUp();
    const run = await ledger.transfer(amount, 'bob');
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(`bad amount "${amount}"`);
    expect((await ledger.book()).transactions).toHaveLength(1);
  });

  it('refuses more than there is, to the cent', async () => {
    await setUp();
    const run = await ledger.transfer('1000.01', 'bob');
    expect(run.stderr).toBe('ledger: insufficient funds: checking holds 1000.00, the transfer is 1000.01\n');
    expect((await ledger.transfer('1000', 'bob')).exitCode).toBe(0);
    expect(balanceOf(await ledger.book(), 'checking')).toBe(0n);
  });

  it.each([
    [['transfer', '10', '--to', 'bob']],
    [['transfer', '10', '--to', '--confirm']],
    [['transfer', '--to', 'bob', '--confirm']],
    [['transfer', '10', '--to', 'bob', 'carol', '--confirm']],
    [['connect']],
    [['setup', 'all']],
    [['frobnicate']],
    [[]],
  ])('takes %j for a misuse, exit 2, one line on stderr', async (words) => {
    await setUp();
    const run = await ledger.run(words);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(/^ledger: [^\n]+\n$/);
    expect((await ledger.book()).transactions).toHaveLength(1);
  });
});

describe('the credential', () => {
  it.each([[['list']], [['transfer', '10', '--to', 'bob', '--confirm']]])('is needed by %j', async (words) => {
    await setUp();
    const run = await ledger.run(words, { env: { LEDGER_TOKEN: '' } });
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toBe('ledger: LEDGER_TOKEN is not set: store the credential with "hcp connect ledger"\n');
  });

  it('is in no output and not in the book', async () => {
    await setUp();
    const runs = [await ledger.transfer('10', 'bob'), await ledger.transfer('10', 'dave'), await ledger.run(['list'])];
    expect(JSON.stringify(runs)).not.toContain(token);
    expect(readFileSync(join(ledger.home, 'ledger.db')).includes(token)).toBe(false);
  });
});

describe('the book', () => {
  it('adds up after any sequence of transfers, the failed ones moving nothing', async () => {
    const amount = fc.oneof(
      fc.integer({ min: 1, max: 60_000 }).map((n) => `${Math.trunc(n / 100)}.${String(n % 100).padStart(2, '0')}`),
      fc.constantFrom('0', '-1', '1.005', 'x', '99999'),
    );
    const payee = fc.constantFrom('alice', 'bob', 'carol', 'dave', 'checking');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ amount, payee }), { minLength: 1, maxLength: 8 }), async (orders) => {
        ledger = new LedgerProgram();
        await setUp();
        const expected = new Map([
          ['alice', 0n],
          ['bob', 0n],
          ['carol', 0n],
        ]);
        for (const order of orders) {
          const { exitCode } = await ledger.transfer(order.amount, order.payee);
          if (exitCode === 0) expected.set(order.payee, expected.get(order.payee)! + cents(order.amount));
        }
        const book = await ledger.book();
        expect(faultsOf(book)).toEqual([]);
        for (const [name, balance] of expected) expect(balanceOf(book, name)).toBe(balance);
        const paid = [...expected.values()].reduce((sum, balance) => sum + balance, 0n);
        expect(balanceOf(book, 'checking')).toBe(100_000n - paid);
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('loses nothing when twenty transfers run at once', async () => {
    await setUp();
    const runs = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ledger.transfer('1.05', at % 2 ? 'bob' : 'carol')),
    );
    expect(runs.map((run) => run.stderr)).toEqual(Array(20).fill(''));
    const ids = runs.map((run) => (JSON.parse(run.stdout) as { transaction: number }).transaction);
    expect(new Set(ids).size).toBe(20);
    const book = await ledger.book();
    expect(faultsOf(book)).toEqual([]);
    expect([balanceOf(book, 'bob'), balanceOf(book, 'carol'), balanceOf(book, 'checking')]).toEqual([
      1050n,
      1050n,
      97_900n,
    ]);
  });

  it('lets just one of two transfers take the last money', async () => {
    await setUp();
    const runs = await Promise.all([ledger.transfer('600', 'bob'), ledger.transfer('600', 'carol')]);
    expect(runs.map((run) => run.exitCode).sort()).toEqual([0, 1]);
    expect(balanceOf(await ledger.book(), 'checking')).toBe(40_000n);
  });

  it('holds the old or the new state after a kill at any moment, and goes on working', async () => {
    await setUp();
    let before = balanceOf(await ledger.book(), 'bob');
    for (let killAfter = 2; killAfter <= 60; killAfter += 3) {
      const run = await ledger.transfer('0.07', 'bob', killAfter);
      const book = await ledger.book();
      const after = balanceOf(book, 'bob');
      expect(faultsOf(book)).toEqual([]);
      expect(run.exitCode === 0 ? [before + 7n] : [before, before + 7n]).toContain(after);
      before = after;
    }
    expect((await ledger.transfer('0.07', 'bob')).stderr).toBe('');
  }, 60_000);

  it('falls back to the last whole state when a writer died with half its pages written', async () => {
    await setUp();
    const path = join(ledger.home, 'ledger.db');
    const halfWriter = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      database.exec('PRAGMA cache_size = 1; BEGIN IMMEDIATE');
      const insert = database.prepare('INSERT INTO entry VALUES (1, ?, 7)');
      for (let n = 0; n < 5000; n += 1) insert.run('bob');
      process.kill(process.pid, 'SIGKILL');`;
    const size = statSync(path).size;
    expect((await runProgram('node', ['-e', halfWriter, path])).signal).toBe('SIGKILL');
    expect(statSync(path).size).toBeGreaterThan(size); // Half of it is in the file.
    const book = await ledger.book();
    expect(faultsOf(book)).toEqual([]);
    expect(balanceOf(book, 'bob')).toBe(0n);
    expect((await ledger.transfer('0.07', 'bob')).stderr).toBe('');
  });

  it('names the file that is no book, and leaves it as it is', async () => {
    const path = join(ledger.home, 'ledger.db');
    writeFileSync(path, 'not a database, but long enough to be taken for a header of one'.repeat(20));
    const run = await ledger.run(['status']);
    expect(run).toMatchObject({ exitCode: 1, stdout: '', stderr: `ledger: ${path}: file is not a database\n` });
    expect(readFileSync(path, 'utf8')).toMatch(/^not a database/);
  });
});
