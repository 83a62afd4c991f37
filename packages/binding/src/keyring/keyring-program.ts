/** What {@link keyringProgram} reads from its standard input, as one line of JSON. */
export interface KeyringQuestion {
  readonly operation: 'read' | 'write' | 'remove';
  readonly account: string;
  readonly text?: string;
  /** Milliseconds until it ends itself, answered or not. */
  readonly timeoutMs: number;
}

/** What it answers on its standard output: `message` is the library's own and for {@link explainKeyringFault} only. */
export type KeyringReply =
  { readonly ok: true; readonly value: string | boolean | null } | { readonly ok: false; readonly message: string };

/** Runs in a thread of the program: the library blocks, for good where whoever should answer does not. */
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
const work = ({ operation, account, text }) => {
  const { Entry } = require(workerData);
  // Without the store named, the library goes to another one where this one is absent.
  const entry = new Entry('hcp', account, { linux: { store: 'secret-service' } });
  if (operation === 'read') return entry.getPassword() ?? null;
  if (operation === 'remove') return entry.deleteCredential();
  entry.setPassword(text);
  return true;
};
parentPort.once('message', (question) => {
  try {
    parentPort.postMessage({ ok: true, value: work(question) });
  } catch (error) {
    parentPort.postMessage({ ok: false, message: String(error && error.message) });
  }
});
`;

/**
 * A program for `node -e`, told where the keyring library is by its only argument: asks the keyring one question. It
 * kills itself when its time is over and when whoever started it is gone, so that none is ever left behind.
 */
export const keyringProgram: string = `
const { Worker } = require('node:worker_threads');
const worker = new Worker(${JSON.stringify(thread)}, { eval: true, workerData: process.argv[1] });
const answer = (reply) => process.stdout.write(JSON.stringify(reply), () => process.exit(0));
worker.once('message', answer);
worker.once('error', () => answer({ ok: false, message: 'not loaded' }));
const end = () => process.kill(process.pid, 'SIGKILL');
let line = '';
process.stdin.setEncoding('utf8');
process.stdin.on('end', end).on('error', end).on('data', (piece) => {
  line += piece;
  if (!piece.endsWith('\\n')) return;
  const question = JSON.parse(line);
  setTimeout(end, question.timeoutMs);
  worker.postMessage(question);
});
`;
