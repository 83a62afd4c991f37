import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';

const bin = join(import.meta.dirname, '..', 'dist', 'bin.js');
const folder = mkdtempSync(join(tmpdir(), 'hcp-bin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('ends at once when it is interrupted, and leaves neither processes nor folders', async () => {
  const started = join(folder, 'pid');
  const driver = join(folder, 'driver.sh');
  writeFileSync(driver, `#!/bin/sh\necho $$ >> '${started}'\nexec sleep 60\n`, { mode: 0o755 });
  const words = ['--driver', driver, '--only', '6.3/unknown-pack', '--only', '6.3/no-session'];
  const child = spawn(process.execPath, [bin, ...words], { env: { ...process.env, TMPDIR: folder } });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  const ended = new Promise((resolve) => child.on('close', resolve));
  while (!existsSync(started)) await setTimeout(20);
  child.kill('SIGINT');
  expect(await ended).toBe(1);
  expect(out).toContain('the run was interrupted');
  expect(readdirSync(folder).sort()).toEqual(['driver.sh', 'pid']);
});
