// `hcp exec --jsonl`, one call after the other, against a bare child_process.spawn loop in the same run: spawn as it is
// without options, three pipes, both outputs collected, until 'close'. Only hcp waits for the disk's flush, and a
// program that others start meanwhile costs hcp a look at it, so the figure means something on a quiet machine alone.
import { spawn } from 'node:child_process';
import { alternatingMedians, verdict } from './alternating-medians.mjs';
import { hcp, preparedHome } from './prepared-home.mjs';
import { trivialBinary } from './trivial-binary.mjs';

const batch = 200;
const { env, remove } = preparedHome();
const child = spawn(hcp, ['exec', '--jsonl'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
const line = `${JSON.stringify({ pack_id: 'trivial', verb_key: 'run', args: {} })}\n`;
let answered = () => {};
let partial = '';
child.stdout.on('data', (chunk) => {
  const lines = (partial + chunk).split('\n');
  partial = lines.pop();
  for (const text of lines) answered(text);
});

const medians = await alternatingMedians(
  {
    jsonl: async () => {
      for (let call = 0; call < batch; call += 1) {
        const answer = await new Promise((resolve) => {
          answered = resolve;
          child.stdin.write(line);
        });
        if (!answer.startsWith('{"ok":true')) throw new Error(answer);
      }
    },
    bare: async () => {
      for (let call = 0; call < batch; call += 1) {
        await new Promise((resolve, reject) => {
          const bare = spawn(trivialBinary(), []);
          const outputs = { stdout: [], stderr: [] };
          for (const name of ['stdout', 'stderr']) bare[name].on('data', (piece) => outputs[name].push(piece));
          bare.on('error', reject);
          bare.on('close', resolve);
        });
      }
    },
  },
  { rounds: 15, warmUp: 2 },
);
child.stdin.end();
await new Promise((resolve) => child.on('close', resolve));
remove();
const rate = (ms) => (batch / ms) * 1000;
process.stdout.write(
  `hcp exec --jsonl ${rate(medians.jsonl).toFixed(0)} calls/s, bare spawn loop ${rate(medians.bare).toFixed(0)} calls/s\n`,
);
process.exit(verdict('exec --jsonl / bare spawn loop', medians.bare / medians.jsonl, { atLeast: 0.8 }) ? 0 : 1);
