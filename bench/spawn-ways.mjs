// Ways to start a program from Node, by turns, eight at a time: child_process.spawn, the same from a pool of threads kept
// for life, execa, and posix_spawn as @hcp/sandbox uses it. All read both outputs to their end.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { execa } from 'execa';
import { openDirectStart } from '../packages/sandbox/dist/direct-start.js';
import { alternatingMedians, verdict } from './alternating-medians.mjs';
import { trivialBinary } from './trivial-binary.mjs';

let asked = 0;
const [threads, concurrency, calls] = [2, 8, 160];

function bareSpawn(binary) {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, [], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', resolve);
  });
}

if (isMainThread) await measure(trivialBinary());
else
  parentPort.on('message', async (call) => {
    await bareSpawn(workerData);
    parentPort.postMessage(call);
  });

async function measure(binary) {
  const startDirectly = openDirectStart();
  if (startDirectly === undefined) {
    process.stdout.write('skipped: there is no addon for posix_spawn on this system\n');
    return;
  }
  const pool = Array.from(
    { length: threads },
    () => new Worker(fileURLToPath(import.meta.url), { workerData: binary }),
  );
  const medians = await alternatingMedians(
    {
      spawn: () => together(() => bareSpawn(binary)),
      pool: () => together((worker) => askPool(pool[worker % threads])),
      execa: () => together(() => execa(binary, [], { stdin: 'ignore' })),
      direct: () => together(() => directly(startDirectly, binary)),
    },
    { rounds: 15 },
  );
  for (const worker of pool) await worker.terminate();
  for (const [name, ms] of Object.entries(medians))
    process.stdout.write(`${name}: ${((calls / ms) * 1000).toFixed(0)} programs/s\n`);
  verdict(`a pool of ${threads} threads / spawn`, medians.spawn / medians.pool, { atLeast: 0 });
  const good = verdict('posix_spawn / spawn', medians.spawn / medians.direct, { atLeast: 1 });
  process.exit(good ? 0 : 1);
}

async function askPool(worker) {
  const call = (asked += 1);
  const answered = new Promise((resolve) => {
    worker.on('message', function listen(answer) {
      if (answer !== call) return;
      worker.off('message', listen);
      resolve();
    });
  });
  worker.postMessage(call);
  await answered;
}

async function directly(startDirectly, binary) {
  const program = startDirectly({ file: binary, argv0: binary, argv: [], cwd: '/', environment: {} });
  const ends = [program.stdout, program.stderr].map((stream) => {
    stream.resume();
    return new Promise((resolve) => stream.once('close', resolve));
  });
  // Nothing else keeps the process alive between the end of the outputs and that of the program.
  const alive = setTimeout(() => undefined, 60_000);
  await Promise.all([new Promise((resolve) => program.once('exit', resolve)), ...ends]);
  clearTimeout(alive);
}

async function together(work) {
  let left = calls;
  const line = async (_, worker) => {
    while (left > 0) {
      left -= 1;
      await work(worker);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, line));
}
