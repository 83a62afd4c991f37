/** What {@link keyringProgram} reads from its standard input, as one line of JSON. */
export interface KeyringQuestion {
  readonly operation: 'read' | 'write' | 'remove';
  readonly account: string;
  readonly text?: string;
}

/** What it answers on its standard output: `message` is the library's own and for {@link explainKeyringFault} only. */
export type KeyringReply =
  { readonly ok: true; readonly value: string | boolean | null } | { readonly ok: false; readonly message: string };

/** Waits until nobody holds the other end any more, for whom then nothing is to be done. */
const watchdog = `
try {
  while (require('node:fs').readSync(0, Buffer.alloc(64)) > 0);
} finally {
  process.kill(process.pid, 'SIGKILL');
}
`;

/**
 * A program for `node -e`, told where the keyring library is by its only argument: asks the keyring one question. The
 * library blocks, for good where whoever should answer does not; a thread beside it ends the program when whoever
 * started it is gone, so that none is ever left behind. It ends itself by a signal, since neither thread can be joined.
 */
export const keyringProgram: string = `
const { readSync, writeSync } = require('node:fs');
let line = '';
for (const piece = Buffer.alloc(65536); !line.endsWith('\\n'); ) {
  const length = readSync(0, piece);
  if (length === 0) process.exit(1);
  line += piece.latin1Slice(0, length);
}
new (require('node:worker_threads').Worker)(${JSON.stringify(watchdog)}, { eval: true });
const work = ({ operation, account, text }) => {
  const { Entry } = require(process.argv[1]);
  // Without the store named, the library goes to another one where this one is absent.
  const entry = new Entry('hcp', account, { linux: { store: 'secret-service' } });
  if (operation === 'read') return entry.getPassword() ?? null;
  if (operation === 'remove') return entry.deleteCredential();
  entry.setPassword(text);
  return true;
};
let reply;
try {
  reply = { ok: true, value: work(JSON.parse(Buffer.from(line, 'latin1').toString('utf8'))) };
} catch (error) {
  reply = { ok: false, message: String(error && error.message) };
}
for (let rest = Buffer.from(JSON.stringify(reply)); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
process.kill(process.pid, 'SIGKILL');
`;
