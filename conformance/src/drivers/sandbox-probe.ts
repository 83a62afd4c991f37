import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driverTimeoutMs } from './command-driver.js';
import type { CliDriverOptions } from './cli-driver.js';
import { createHcpCommand } from './hcp-command.js';

/** Why mode `sandbox` runs nothing on this machine, or `undefined` where it does. */
export type SandboxProbe = () => Promise<string | undefined>;

/** Asks the product itself, once: a machine without namespaces refuses every call in mode `sandbox`, rightly. */
export function createSandboxProbe(options: CliDriverOptions): SandboxProbe {
  let asked: Promise<string | undefined> | undefined;
  return () => (asked ??= ask(options));
}

async function ask({ binary, env }: CliDriverOptions): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'hcp-conformance-probe-'));
  try {
    const pack = join(folder, 'probe');
    mkdirSync(pack);
    const surface = { id: 'probe', kind: 'wrap', wrap: { bin: './probe.sh' }, verbs: { run: { cli: ['probe'] } } };
    writeFileSync(join(pack, 'surface.json'), JSON.stringify(surface));
    writeFileSync(join(pack, 'policy.json'), '{"surface_id":"probe","verbs":{"run":{"access":"read"}}}');
    writeFileSync(join(pack, 'probe.sh'), '#!/bin/sh\necho {}\n');
    chmodSync(join(pack, 'probe.sh'), 0o755);
    const hcp = createHcpCommand({ binary, home: join(folder, 'hcp'), folder, env, timeoutMs: driverTimeoutMs });
    for (const words of [
      ['install', pack],
      ['activate', 'probe'],
      ['config', 'set', 'sandbox.mode', '"sandbox"'],
    ]) {
      await hcp(words);
    }
    const ended = await hcp(['exec', 'probe', 'run']);
    if (ended.end === 'exited' && ended.code === 0) return undefined;
    const why = ended.end === 'exited' ? ended.stdout.toString('utf8').trim() : ended.why;
    return `mode sandbox does not run here: ${why.slice(0, 400)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
