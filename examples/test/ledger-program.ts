import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProgramRun, examples, runProgram } from './run-program.js';

export const token = 'token-that-must-not-show';

interface Entry {
  readonly account: string;
  readonly amount: string;
}
export interface Book {
  readonly accounts: readonly { readonly name: string; readonly balance: string }[];
  readonly transactions: readonly { readonly id: number; readonly memo: string; readonly entries: readonly Entry[] }[];
}

/** The ledger program in a HOME of its own, started with the argv that §6.4 renders from `cli`. */
export class LedgerProgram {
  readonly home: string = mkdtempSync(join(tmpdir(), 'ledger-'));

  run(
    words: readonly string[],
    options: { killAfter?: number; env?: Record<string, string> } = {},
  ): Promise<ProgramRun> {
    const env = { HOME: this.home, LEDGER_TOKEN: token, ...options.env };
    return runProgram(join(examples, 'bins', 'ledger.mjs'), [...words, '--json'], { ...options, env });
  }

  transfer(amount: string, payee: string, killAfter?: number): Promise<ProgramRun> {
    const words = ['transfer', amount, '--to', payee, '--confirm'];
    return this.run(words, killAfter === undefined ? {} : { killAfter });
  }

  async book(): Promise<Book> {
    const run = await this.run(['list']);
    if (run.exitCode !== 0) throw new Error(run.stderr);
    return JSON.parse(run.stdout) as Book;
  }
}

/** Cents of a printed amount, by text and not by arithmetic on fractions. */
export const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

export function balanceOf(book: Book, name: string): bigint {
  const account = book.accounts.find((candidate) => candidate.name === name);
  if (account === undefined) throw new Error(`no account ${name}`);
  return cents(account.balance);
}

/** Double entry: every transaction adds up to zero, and each balance is the sum of its entries. */
export function faultsOf(book: Book): string[] {
  const sum = (amounts: readonly string[]): bigint => amounts.reduce((total, amount) => total + cents(amount), 0n);
  const entries = book.transactions.flatMap((transaction) => transaction.entries);
  return [
    ...book.transactions
      .filter((transaction) => sum(transaction.entries.map((entry) => entry.amount)) !== 0n)
      .map((transaction) => `transaction ${transaction.id} does not add up to zero`),
    ...book.accounts
      .filter(({ name, balance }) => {
        const own = entries.filter((entry) => entry.account === name);
        return sum(own.map((entry) => entry.amount)) !== cents(balance);
      })
      .map(({ name }) => `the balance of ${name} is not the sum of its entries`),
  ];
}
