import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runElsewhere } from './run-elsewhere.js';
import { newFolder } from './workbench.js';

const listing = { written: '/bin/ls', argv: ['-l', '/proc/self/fd'] };

/** What each descriptor of a listed process leads to. */
function descriptorsOf(listed: string): Map<number, string> {
  const lines = [...listed.matchAll(/ (\d+) -> (.*)$/gm)];
  return new Map(lines.map(([, descriptor, target = '']) => [Number(descriptor), target]));
}

test.runIf(process.platform === 'linux')(
  'what the host was started with beyond the standard streams reaches no program, however high its number',
  async () => {
    const folder = newFolder();
    const secret = join(folder, 'secret');
    writeFileSync(secret, '');
    const descriptor = openSync(secret, 'r');
    const descriptors = new Map([5, 20, 42].map((place) => [place, descriptor]));
    const calls = [listing, listing, { ...listing, close: [42] }];
    const { outcomes, notices } = await runElsewhere({ workRoot: folder, calls }, { descriptors });
    closeSync(descriptor);
    const listed = outcomes.map((outcome) => descriptorsOf(outcome.end === 'exited' ? outcome.stdout : ''));
    expect(outcomes.map(({ end }) => end)).toEqual(['exited', 'exited', 'exited']);
    for (const found of listed) {
      expect([...found.values()]).not.toContain(secret);
      for (const place of [20, 42]) expect([undefined, '/dev/null']).toContain(found.get(place));
    }
    expect(notices).toEqual([]);
  },
);
