import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs a Node program to its end; answers the milliseconds it took and the megabytes it had at the most. */
export function withPeak(command, args, env) {
  const report = join(import.meta.dirname, 'report-peak.cjs');
  const { status, output } = spawnSync(command, args, {
    env: { ...env, NODE_OPTIONS: `--require=${report}` },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with status ${status}: ${output[2]}`);
  return JSON.parse(output[3]);
}
