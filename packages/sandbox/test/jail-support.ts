import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SandboxOutcome } from '@hcp/pipeline';
import { DEFAULT_JAIL, type JailOptions, type JailSettings } from '../src/jail-settings.js';
import { proveJail } from '../src/prove-jail.js';
import { createWorkbench, newFolder, type Workbench } from './workbench.js';

const proof = await proveJail();
/** Whether a jail can be made here; why not is printed. */
export const jails: boolean = proof.works;
if (!proof.works) console.log(`skipped: no jail can be made on this machine: ${proof.reason}`);

export const python: boolean = existsSync('/usr/bin/python3');
if (!python) console.log('skipped: /usr/bin/python3 makes the attempts that need system calls, and is not installed');

/** Of mode `sandbox`, with what the operator set; the rest is as profile P9 has it. */
export function createJailBench(settings: Partial<JailSettings> = {}, hidden: Partial<JailOptions> = {}): Workbench {
  const workRoot = join(newFolder(), 'home', 'work');
  const home = dirname(workRoot);
  mkdirSync(home, { mode: 0o700 });
  return createWorkbench({
    mode: 'sandbox',
    workRoot,
    jail: { home, settingsOf: () => ({ ...DEFAULT_JAIL, ...settings }), ...hidden },
  });
}

/** What the program printed, line by line; throws with the whole outcome when it did not exit with 0. */
export function linesOf(outcome: SandboxOutcome): string[] {
  if (outcome.end !== 'exited' || outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
  return outcome.stdout.split('\n').filter((line) => line !== '');
}
