// `npm run demo`: the ledger from install to a verified audit, in a temporary HCP_HOME.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const home = mkdtempSync(join(tmpdir(), 'hcp-demo-'));
const hcp = join(root, 'node_modules', '.bin', 'hcp');

/** What a person would type, the exit status it must end with, and what to say before it. */
const scenes = [
  ['Install the pack: its program is found, checked and pinned.', 0, ['install', 'examples/packs/ledger']],
  ['Activate it for this session.', 0, ['activate', 'ledger']],
  ['Set the ledger up: a write, so it needs its capability …', 3, ['exec', 'ledger', 'setup.apply']],
  ['… which the operator grants …', 0, ['grant', 'ledger.write']],
  ['… and a confirm.', 0, ['exec', 'ledger', 'setup.apply', '--', 'confirm=true']],
  ['A read without a credential is refused before anything starts.', 3, ['exec', 'ledger', 'list']],
  ['Connect it: the credential comes on stdin, never as an argument.', 0, ['connect', 'ledger'], credential()],
  ['A read.', 0, ['exec', 'ledger', 'list']],
  ['A write, refused for want of a capability.', 3, ['exec', 'ledger', 'transfer', '--', 'amount=10', 'payee=bob']],
  ['Grant it.', 0, ['grant', 'ledger.transfer']],
  ['The same write, refused for want of a confirm.', 3, ['exec', 'ledger', 'transfer', '--', 'amount=10', 'payee=bob']],
  ['Confirmed, it is done.', 0, ['exec', 'ledger', 'transfer', '--', 'amount=10', 'payee=bob', 'confirm=true']],
  ['The balances add up.', 0, ['exec', 'ledger', 'list']],
  ['Every call above is on record, and the record verifies.', 0, ['audit', 'verify']],
];

process.stdout.write('building …\n');
let ok = build();
for (const [text, status, argv, input] of ok ? scenes : []) ok = play(text, status, argv, input) && ok;
rmSync(home, { recursive: true, force: true });
process.stdout.write(ok ? '\nDone. ./node_modules/.bin/hcp --help says what else there is.\n' : '\nThe demo failed.\n');
process.exit(ok ? 0 : 1);

function play(text, status, argv, input = '') {
  const shown = argv.map((word) => (/^[\w./=:-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
  process.stdout.write(`\n# ${text}\n$ hcp ${shown}${input === '' ? '' : ' < credential.json'}\n`);
  const result = spawnSync(hcp, argv, { cwd: root, env: { ...process.env, HCP_HOME: home }, input, encoding: 'utf8' });
  process.stdout.write(`${result.stdout}${result.stderr}`);
  process.stdout.write(`(exit ${String(result.status)})\n`);
  if (result.status === status) return true;
  process.stdout.write(`expected exit ${status}${result.error ? `: ${result.error.message}` : ''}\n`);
  return false;
}

function credential() {
  return JSON.stringify({ env: { LEDGER_TOKEN: 'demo-token-0123456789' } });
}
