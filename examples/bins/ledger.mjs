#!/usr/bin/env node
/**
 * A small double-entry ledger. Its book is one SQLite file in $HOME: SQLite gives what a file of money needs, a lock
 * that the kernel drops with its holder and a commit that is there in full or not at all. Amounts are whole cents in
 * BigInt, so no sum is ever rounded. Output is JSON on stdout; a failure is one line on stderr and a non-zero exit.
 */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';

const usage = `usage: ledger <command> [--json]
  setup status                                what is set up
  setup all -y                                make the book; again is fine
  connect <provider>                          remember which provider the book follows
  status                                      health of the connection
  list                                        accounts and transactions (needs LEDGER_TOKEN)
  transfer <amount> --to <payee> --confirm    pay from "checking" (needs LEDGER_TOKEN)`;

/** The money of a new book; "equity" is the other side of the opening entry, so that all accounts add up to zero. */
const opening = [
  ['equity', -100_000n],
  ['checking', 100_000n],
  ['alice', 0n],
  ['bob', 0n],
  ['carol', 0n],
];
const source = 'checking';

class UserError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const wrongUse = (message) => new UserError(`${message}; "ledger --help" lists the commands`, 2);

/** "10", "10.2" and "10.25" to cents. No sign, exponent, space or third decimal: what is not plain money is refused. */
function parseAmount(text) {
  const parts = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (parts === null) {
    throw new UserError(`bad amount "${text}": write a positive number with at most two decimals, such as 10 or 10.25`);
  }
  const cents = BigInt(parts[1]) * 100n + BigInt((parts[2] ?? '').padEnd(2, '0'));
  if (cents === 0n) throw new UserError(`bad amount "${text}": it must be more than zero`);
  return cents;
}

function formatAmount(cents) {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function bookPath() {
  const home = process.env.HOME ?? '';
  if (!home.startsWith('/')) throw new UserError('HOME is not set to an absolute folder: the book has nowhere to be');
  return join(home, 'ledger.db');
}

async function openBook() {
  const { emitWarning } = process;
  process.emitWarning = () => undefined; // Node 22 calls node:sqlite experimental, on the stderr of every call.
  const { DatabaseSync } = await import('node:sqlite');
  process.emitWarning = emitWarning;
  const path = bookPath();
  const database = new DatabaseSync(path);
  chmodSync(path, 0o600);
  database.exec('PRAGMA busy_timeout = 15000; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  return database;
}

/** Runs `work` inside one transaction that holds the write lock from its first statement. */
function inTransaction(database, work) {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function query(database, sql, ...values) {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement.all(...values);
}

function isSetUp(database) {
  return query(database, "SELECT 1 FROM sqlite_master WHERE name = 'entry'").length === 1;
}

async function withBook(work) {
  const notSetUp = new UserError('not set up: run "ledger setup all -y" (verb setup.apply) first');
  if (!existsSync(bookPath())) throw notSetUp;
  const database = await openBook();
  try {
    if (!isSetUp(database)) throw notSetUp;
    return work(database);
  } finally {
    database.close();
  }
}

function requireToken() {
  if ((process.env.LEDGER_TOKEN ?? '') === '') {
    throw new UserError('LEDGER_TOKEN is not set: store the credential with "hcp connect ledger"');
  }
}

function balances(database) {
  const rows = query(
    database,
    'SELECT name, COALESCE(SUM(cents), 0) AS cents FROM account LEFT JOIN entry ON entry.account = name GROUP BY name ORDER BY name',
  );
  return new Map(rows.map(({ name, cents }) => [name, cents]));
}

function provider(database) {
  return query(database, "SELECT value FROM setting WHERE name = 'provider'")[0]?.value ?? null;
}

/** Writes both sides of one transaction. */
function post(database, memo, sides) {
  const { lastInsertRowid } = database
    .prepare('INSERT INTO "transaction" (at, memo) VALUES (?, ?)')
    .run(new Date().toISOString(), memo);
  const insert = database.prepare('INSERT INTO entry ("transaction", account, cents) VALUES (?, ?, ?)');
  for (const [account, cents] of sides) insert.run(lastInsertRowid, account, cents);
  return Number(lastInsertRowid);
}

async function setupStatus() {
  if (!existsSync(bookPath())) return { ready: false, provider: null };
  const database = await openBook();
  try {
    const ready = isSetUp(database);
    return { ready, provider: ready ? provider(database) : null };
  } finally {
    database.close();
  }
}

async function setupAll() {
  const database = await openBook();
  try {
    return inTransaction(database, () => {
      if (isSetUp(database)) return { ready: true, changed: false };
      database.exec(`
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        CREATE TABLE account (name TEXT PRIMARY KEY) STRICT;
        CREATE TABLE "transaction" (id INTEGER PRIMARY KEY, at TEXT NOT NULL, memo TEXT NOT NULL) STRICT;
        CREATE TABLE entry (
          "transaction" INTEGER NOT NULL REFERENCES "transaction", account TEXT NOT NULL REFERENCES account,
          cents INTEGER NOT NULL
        ) STRICT`);
      const insert = database.prepare('INSERT INTO account (name) VALUES (?)');
      for (const [name] of opening) insert.run(name);
      post(
        database,
        'opening',
        opening.filter(([, cents]) => cents !== 0n),
      );
      return { ready: true, changed: true };
    });
  } finally {
    database.close();
  }
}

function connect(name) {
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(name)) {
    throw new UserError(`bad provider "${name}": write lower-case letters, digits and "-", such as demo-bank`);
  }
  return withBook((database) => {
    const upsert = "INSERT INTO setting VALUES ('provider', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    inTransaction(database, () => database.prepare(upsert).run(name));
    return { connected: true, provider: name };
  });
}

function status() {
  return withBook((database) => {
    const total = [...balances(database).values()].reduce((sum, cents) => sum + cents, 0n);
    const name = provider(database);
    return { connected: name !== null, provider: name, balanced: total === 0n };
  });
}

function list() {
  requireToken();
  return withBook((database) => {
    database.exec('BEGIN'); // One snapshot: the accounts and the transactions are of the same moment.
    const accounts = [...balances(database)].map(([name, cents]) => ({ name, balance: formatAmount(cents) }));
    const rows = query(
      database,
      'SELECT id, at, memo, account, cents FROM entry JOIN "transaction" ON id = "transaction" ORDER BY id, entry.rowid',
    );
    database.exec('COMMIT');
    const transactions = new Map();
    for (const { id, at, memo, account, cents } of rows) {
      if (!transactions.has(id)) transactions.set(id, { id: Number(id), at, memo, entries: [] });
      transactions.get(id).entries.push({ account, amount: formatAmount(cents) });
    }
    return { accounts, transactions: [...transactions.values()] };
  });
}

function transfer(amountText, payee) {
  requireToken();
  const cents = parseAmount(amountText);
  return withBook((database) =>
    inTransaction(database, () => {
      const before = balances(database);
      const payees = [...before.keys()].filter((name) => name !== source && name !== 'equity');
      if (!payees.includes(payee)) {
        throw new UserError(`unknown payee "${payee}": the payees are ${payees.join(', ')}`);
      }
      const available = before.get(source);
      if (available < cents) {
        throw new UserError(
          `insufficient funds: ${source} holds ${formatAmount(available)}, the transfer is ${formatAmount(cents)}`,
        );
      }
      const sides = [
        [source, -cents],
        [payee, cents],
      ];
      const transaction = post(database, 'transfer', sides);
      const after = balances(database);
      return {
        transaction,
        amount: formatAmount(cents),
        from: { account: source, balance: formatAmount(after.get(source)) },
        to: { account: payee, balance: formatAmount(after.get(payee)) },
      };
    }),
  );
}

function parseTransfer(rest) {
  const confirmed = rest.includes('--confirm');
  const words = rest.filter((word) => word !== '--confirm');
  const [amount, flag, payee] = words;
  if (words.length !== 3 || flag !== '--to') throw wrongUse('transfer takes <amount> --to <payee> --confirm');
  if (!confirmed) throw wrongUse('transfer moves money: add --confirm');
  return transfer(amount, payee);
}

function run(words) {
  const [command, ...rest] = words;
  const line = words.join(' ');
  if (line === 'setup status') return setupStatus();
  if (line === 'setup all -y') return setupAll();
  if (line === 'status') return status();
  if (line === 'list') return list();
  if (command === 'connect' && rest.length === 1) return connect(rest[0]);
  if (command === 'connect') throw wrongUse('connect takes one <provider>');
  if (command === 'transfer') return parseTransfer(rest);
  throw wrongUse(command === undefined ? 'no command' : `unknown command "${line}"`);
}

async function main(argv) {
  const json = argv.includes('--json');
  const words = argv.filter((word) => word !== '--json');
  if (words[0] === '--help') {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    process.stdout.write(`${JSON.stringify(await run(words), null, json ? 0 : 2)}\n`);
  } catch (error) {
    const expected = error instanceof UserError;
    process.stderr.write(`ledger: ${expected ? '' : `${bookPath()}: `}${error.message}\n`);
    process.exitCode = expected ? error.exitCode : 1;
  }
}

process.stdout.on('error', () => (process.exitCode = 1)); // The reader went away.
await main(process.argv.slice(2));
