// `npm test`: builds, lints, type-checks and tests, and closes with one line of counts.
// With CI set, a test that skips for want of a program fails the run: .ci/run installs those programs first.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const report = join(mkdtempSync(join(tmpdir(), 'hcp-check-')), 'vitest.json');

step('build', () => build());
const quiet = [
  inBackground('format', 'prettier', ['--check', '.', '--log-level', 'warn']),
  inBackground('lint and types', 'sh', ['-c', 'tsc -b tsconfig.json && eslint . --max-warnings 0']),
];
for (const check of quiet) await check;
const tests = spawnSync('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});
const ok = summarise() && tests.status === 0;
rmSync(dirname(report), { recursive: true, force: true });
process.exit(ok ? 0 : 1);

function step(name, run) {
  const start = performance.now();
  process.stdout.write(`${name} …\n`);
  if (!run()) {
    process.stderr.write(`${name} failed\n`);
    process.exit(1);
  }
  process.stdout.write(`${name} ok (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
}

function inBackground(name, command, args) {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => (output += error.message));
    child.on('close', (status) => {
      if (status !== 0) {
        process.stderr.write(`${name} failed\n${output}`);
        process.exit(1);
      }
      process.stdout.write(`${name} ok (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
      resolve();
    });
  });
}

/** Prints what was skipped and the counts; answers whether the counts are good. */
function summarise() {
  const results = JSON.parse(readFileSync(report, 'utf8'));
  const all = results.testResults.flatMap((file) => file.assertionResults);
  const skipped = all.filter(({ status }) => status === 'pending' || status === 'skipped' || status === 'todo');
  for (const test of skipped) process.stdout.write(`skipped: ${test.fullName}\n`);
  const passed = all.filter(({ status }) => status === 'passed').length;
  const failed = all.filter(({ status }) => status === 'failed').length;
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped.length} skipped\n`);
  if (process.env.CI !== undefined && skipped.length > 0) {
    process.stderr.write('a test skips although this run installs every program it needs\n');
    return false;
  }
  return failed === 0 && passed > 0;
}
