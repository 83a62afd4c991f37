// A trivial call in mode sandbox against bubblewrap alone around the same binary, and against the library
// @anthropic-ai/sandbox-runtime around it, one call at a time. Needs a build, bwrap, and for the library socat and rg.
// Usage: node bench/sandboxed.mjs [rounds]
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, pinBin } from '../packages/sandbox/dist/index.js';
import { alternatingMedians, verdict } from './alternating-medians.mjs';
import { trivialBinary } from './trivial-binary.mjs';

/** Milliseconds a sandboxed call may take beyond a bubblewrap that makes the same namespaces and nothing else. */
const MOST_BEYOND = 2;
const bubblewrap = '/usr/bin/bwrap';
const binary = trivialBinary();

const ended = (child) =>
  new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(`ended with ${code}`))));
  });
const start = (program, argv, options = {}) =>
  ended(spawn(program, argv, { stdio: ['ignore', 'pipe', 'pipe'], ...options }));

async function prepareSandbox(folder, mode) {
  const packRoot = join(folder, 'pack');
  mkdirSync(packRoot, { recursive: true });
  const where = { written: binary, packRoot, searchPath: '/usr/bin:/bin', acceptPaths: ['/'] };
  const { pin } = await pinBin({ ...where, operatorUid: process.getuid(), allowed: true });
  const sandbox = createSandbox({
    mode,
    workRoot: join(folder, 'home', 'work'),
    isForbiddenVariable: () => false,
    notifyOperator: ({ message }) => process.stderr.write(`${message}\n`),
  });
  const limits = { timeoutMs: 60_000, maxOutputBytes: 10_485_760 };
  const command = { bin: pin, argv: [], cwd: packRoot, agentEnv: {}, credentialEnv: {}, ...limits };
  const who = { packId: 'trivial', verbKey: 'run', tenant: 'local', principalId: 'bench', bindingMode: 'public' };
  let calls = 0;
  return async () => {
    calls += 1;
    const outcome = await sandbox.run({ ...who, callId: `bench-${mode}-${calls}` }, command);
    if (outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
  };
}

/** As its README uses it: a command is wrapped, then started through a shell. `undefined` where it says it cannot. */
async function prepareRuntime(folder) {
  const { SandboxManager } = await import('@anthropic-ai/sandbox-runtime');
  try {
    await SandboxManager.initialize({
      network: { allowedDomains: [], deniedDomains: [] },
      filesystem: { denyRead: ['/root'], allowWrite: [folder], denyWrite: [] },
    });
    const call = async () => {
      const wrapped = await SandboxManager.wrapWithSandbox(binary);
      await start(wrapped, [], { shell: true, cwd: folder });
    };
    await call();
    return { call, reset: () => SandboxManager.reset() };
  } catch (error) {
    process.stdout.write(`     @anthropic-ai/sandbox-runtime does not run here: ${error.message.split('\n')[0]}\n`);
    return undefined;
  }
}

if (!existsSync(bubblewrap)) {
  process.stdout.write(`     skipped: ${bubblewrap} is not there\n`);
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'hcp-bench-'));
try {
  const runtime = await prepareRuntime(folder);
  const namespaces = ['--unshare-all', '--unshare-user', '--cap-drop', 'ALL', '--new-session', '--die-with-parent'];
  const medians = await alternatingMedians(
    {
      bare: () => start(bubblewrap, ['--ro-bind', '/', '/', binary]),
      isolated: () =>
        start(bubblewrap, [...namespaces, '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', binary]),
      native: await prepareSandbox(join(folder, 'native'), 'native-local'),
      sandboxed: await prepareSandbox(join(folder, 'sandboxed'), 'sandbox'),
      ...(runtime === undefined ? {} : { runtime: runtime.call }),
    },
    { rounds: Number(process.argv[2] ?? 200) },
  );
  const titles = {
    bare: 'bwrap --ro-bind / /',
    isolated: 'bwrap with the namespaces of a jail, /proc and /dev',
    native: 'a call in mode native-local',
    sandboxed: 'a call in mode sandbox',
    runtime: '@anthropic-ai/sandbox-runtime',
  };
  for (const [name, value] of Object.entries(medians))
    process.stdout.write(`     ${titles[name]}: ${value.toFixed(3)} ms\n`);
  const ratio = (name) => `${titles[name]}, times a sandboxed call: ${(medians[name] / medians.sandboxed).toFixed(2)}`;
  for (const name of ['bare', 'isolated']) process.stdout.write(`     ${ratio(name)}\n`);
  const most = (medians.sandboxed - medians.bare).toFixed(3);
  process.stdout.write(`     a sandboxed call beyond a bwrap that isolates nothing: ${most} ms\n`);
  const beyond = medians.sandboxed - medians.isolated;
  const good = [
    verdict('a sandboxed call beyond a bare bwrap of the same namespaces', beyond, { atMost: MOST_BEYOND }, ' ms'),
  ];
  if (runtime !== undefined) good.push(verdict(ratio('runtime'), medians.runtime / medians.sandboxed, { atLeast: 2 }));
  await runtime?.reset();
  process.exitCode = good.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
