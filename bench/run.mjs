// Runs every benchmark and prints its ratios. NODE_EXTRA_CA_CERTS alone costs a start-up: it is unset on both sides.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const parts = new Set([
  'run.mjs',
  'alternating-medians.mjs',
  'trivial-binary.mjs',
  'prepared-home.mjs',
  'mcp-server.mjs',
]);
const env = { ...process.env };
delete env.NODE_EXTRA_CA_CERTS;
let good = true;
for (const name of readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.mjs') && !parts.has(file))
  .sort()) {
  process.stdout.write(`\n${name}\n`);
  const result = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, name)],
    { env, stdio: 'inherit' },
  );
  good = result.status === 0 && good;
}
process.exit(good ? 0 : 1);
