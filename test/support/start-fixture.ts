import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface Fixture<T> {
  /** The first line it printed. */
  readonly ready: T;
  /** Hands it a line, and resolves with the line it answers. */
  readonly tell: (line: string) => Promise<string>;
}

const fixtures = join(import.meta.dirname, '../../packages/binding/test/fixtures');

/** Starts a program of the fixtures of `@hcp/binding`, which ends behind the test. */
export async function startFixture<T>(name: string): Promise<Fixture<T>> {
  const child = spawn(process.execPath, [join(fixtures, name)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const lines = createInterface({ input: child.stdout });
  const next = async (): Promise<string> => ((await once(lines, 'line')) as [string])[0];
  return {
    ready: JSON.parse(await next()) as T,
    tell: (line) => {
      const answer = next();
      child.stdin.write(`${line}\n`);
      return answer;
    },
  };
}

/** Whether a real keyring can be started here; without it, tests that need one say so and skip. */
export const hasKeyring: boolean = ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send'].every(
  (name) => spawnSync(name, ['--version']).error === undefined,
);
if (!hasKeyring) console.warn('skipped: tests with a real keyring need gnome-keyring and dbus');
