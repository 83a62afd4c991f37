// How many calls a second the sandbox manages against a bare spawn and against execa, one call at a time.
// Needs a build. Usage: node bench/sandbox-spawn.mjs [rounds]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { createSandbox, pinBin } from '../packages/sandbox/dist/index.js';
import { alternatingMedians, verdict } from './alternating-medians.mjs';
import { trivialBinary } from './trivial-binary.mjs';

async function prepareSandbox(binary, folder) {
  const { pin } = await pinBin({
    written: binary,
    packRoot: folder,
    searchPath: '/usr/bin:/bin',
    acceptPaths: ['/'],
    operatorUid: process.getuid(),
    allowed: true,
  });
  const sandbox = createSandbox({
    mode: 'native-local',
    workRoot: join(folder, 'work'),
    isForbiddenVariable: () => false,
    notifyOperator: ({ message }) => process.stderr.write(`${message}\n`),
  });
  const limits = { timeoutMs: 60_000, maxOutputBytes: 10_485_760 };
  const command = { bin: pin, argv: [], cwd: folder, agentEnv: {}, credentialEnv: {}, ...limits };
  const who = { packId: 'trivial', verbKey: 'run', tenant: 'local', principalId: 'bench', bindingMode: 'public' };
  let calls = 0;
  return async () => {
    calls += 1;
    const outcome = await sandbox.run({ ...who, callId: `bench-${calls}` }, command);
    if (outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
  };
}

const folder = mkdtempSync(join(tmpdir(), 'hcp-bench-'));
try {
  const binary = trivialBinary();
  const medians = await alternatingMedians(
    {
      bare: () => new Promise((done) => spawn(binary, [], { stdio: ['ignore', 'pipe', 'pipe'] }).on('close', done)),
      execa: () => execa(binary, [], { stdin: 'ignore' }),
      sandbox: await prepareSandbox(binary, folder),
    },
    { rounds: Number(process.argv[2] ?? 1000) },
  );
  for (const [name, value] of Object.entries(medians)) process.stdout.write(`     ${name}: ${value.toFixed(3)} ms\n`);
  process.stdout.write(`     execa, rate against a bare spawn: ${(medians.bare / medians.execa).toFixed(3)}\n`);
  process.stdout.write(`     sandbox, rate against execa: ${(medians.execa / medians.sandbox).toFixed(3)}\n`);
  const good = verdict('sandbox, rate against a bare spawn', medians.bare / medians.sandbox, { atLeast: 0.85 });
  process.exitCode = good ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
