import { spawnSync } from 'node:child_process';
import { openSync, closeSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command, createHome } from './hcp-harness.js';

it('hands no descriptor that hcp was started with down to a program, in the first call and in the next', async () => {
  const at = createHome();
  try {
    const dir = at.pack('probe');
    const surface = {
      id: 'probe',
      kind: 'wrap',
      wrap: { bin: '/bin/ls' },
      verbs: { open: { cli: ['ls', '-l', '/proc/self/fd', '--'] } },
    };
    writeFileSync(join(dir, 'surface.json'), JSON.stringify(surface));
    writeFileSync(join(dir, 'policy.json'), '{"surface_id":"probe","verbs":{"open":{"access":"read"}}}');
    await at.json(['install', dir]);
    await at.json(['activate', 'probe']);
    const secret = join(at.folder, 'secret');
    writeFileSync(secret, '');
    const descriptor = openSync(secret, 'r');
    const stdio = Array.from({ length: 43 }, (_, place) =>
      place < 3 ? 'pipe' : place === 20 || place === 42 ? descriptor : 'ignore',
    );
    const [node = '', ...flags] = command;
    const line = '{"pack_id":"probe","verb_key":"open"}\n';
    const { stdout } = spawnSync(node, [...flags, 'exec', '--jsonl'], {
      env: { PATH: '/usr/bin:/bin', HCP_HOME: at.home },
      input: line + line,
      stdio: stdio,
      encoding: 'utf8',
    });
    closeSync(descriptor);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(answers.length).toBe(2);
    for (const answer of answers) {
      const shown = JSON.stringify(answer);
      expect(shown).toContain('/proc/');
      expect(shown).not.toContain(secret);
    }
  } finally {
    at.remove();
  }
});
