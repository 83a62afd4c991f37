// What the audit costs beside the bare flush of an equal line, in the same run on the same disk.
// Usage: node bench/audit.mjs [rounds]
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const started = performance.now();
const { openAudit } = await import('../packages/host/dist/audit/open-audit.js');
const loaded = performance.now();

const rounds = Number(process.argv[2] ?? 2000);
const home = mkdtempSync(join(dirname(fileURLToPath(import.meta.url)), '.audit-'));
const open = () =>
  openAudit({
    directory: join(home, 'audit'),
    hmacKeyFile: join(home, 'audit-hmac.key'),
    now: () => new Date(),
    onNotice: (message) => console.error(message),
  });
const event = (name, callId) => ({
  event: name,
  call_id: callId,
  parent: null,
  face: 'cli',
  session_id: 'default',
  principal: 'ada',
  tenant: 'local',
  project: null,
  pack_id: 'ledger',
  verb_key: 'transfer',
  args: { amount: 10, to: 'bob' },
  redacted_args: { amount: 10, to: 'bob' },
  surface_sha256: 'a'.repeat(64),
  policy_sha256: 'b'.repeat(64),
  binding_mode: 'public',
  sandbox: 'native-local',
  step: '8',
  ok: null,
  error: null,
  exit_code: null,
  duration_ms: 1.5,
  traceparent: null,
});

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];
const ms = (value) => `${value.toFixed(3)} ms`;
const timed = async (work) => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

try {
  const first = open();
  const newHome = await timed(() => first.intent(event('intent', 'first')));
  await first.outcome(event('outcome', 'first'));
  await first.close();
  const line = Buffer.from(`${readFileSync(join(home, 'audit', 'audit-000001.jsonl'), 'utf8').split('\n')[0]}\n`);

  const audit = open();
  const nextProcess = await timed(async () => {
    await audit.recover({ endCall: async () => undefined });
    await audit.intent(event('intent', 'second'));
  });
  await audit.outcome(event('outcome', 'second'));

  const bare = openSync(join(home, 'bare.jsonl'), 'a', 0o600);
  const [flushes, pairs, intents, outcomes, denials] = [[], [], [], [], []];
  // Interleaved: whatever else the machine does falls on both alike.
  for (let round = 0; round < rounds; round += 1) {
    flushes.push(
      await timed(() => {
        writeSync(bare, line);
        fdatasyncSync(bare);
      }),
    );
    const intent = await timed(() => audit.intent(event('intent', `c${round}`)));
    const outcome = await timed(() => audit.outcome(event('outcome', `c${round}`)));
    intents.push(intent);
    outcomes.push(outcome);
    pairs.push(intent + outcome);
    denials.push(await timed(() => audit.denial(event('denial', `c${round}`))));
  }
  closeSync(bare);
  const many = 5000;
  const queued = await timed(() =>
    Promise.all(Array.from({ length: many }, (_, index) => audit.denial(event('denial', `q${index}`)))),
  );
  const together = await timed(() =>
    Promise.all(Array.from({ length: 100 }, (_, index) => audit.intent(event('intent', `t${index}`)))),
  );
  const { records } = await audit.verify();
  const verified = await timed(() => audit.verify());
  await audit.close();

  const flush = median(flushes);
  console.log(`load the module              ${ms(loaded - started)}`);
  console.log(`first intent, new home       ${ms(newHome)}`);
  console.log(`first intent, opened again   ${ms(nextProcess)}`);
  console.log(`bare write and flush         ${ms(flush)}`);
  console.log(
    `intent and outcome           ${ms(median(pairs))}  ${(median(pairs) / flush).toFixed(2)} x the flush, + ${ms(median(pairs) - flush)}`,
  );
  console.log(`  intent                     ${ms(median(intents))}`);
  console.log(`  outcome                    ${ms(median(outcomes))}`);
  console.log(`denial, one after the other  ${ms(median(denials))}`);
  console.log(`denial, ${many} queued         ${ms(queued / many)}`);
  console.log(`intent, 100 at once          ${ms(together / 100)}`);
  console.log(`verify                       ${((verified / records) * 1000).toFixed(1)} µs a record (${records})`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
