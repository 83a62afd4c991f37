import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const inFolder = (folder: string): string[] =>
  readdirSync(join(root, folder), { encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const packageReadmes = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(group, name, 'README.md')),
);
const documents = [...inFolder('.'), ...inFolder('docs'), ...inFolder('examples'), ...packageReadmes].filter((name) =>
  existsSync(join(root, name)),
);

const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1] ?? '');

describe.each(documents)('%s', (name) => {
  const text = readFileSync(join(root, name), 'utf8');
  const shell = blocks(text, 'sh');
  const scripts = blocks(text, 'js');

  it('links only to what is there', () => {
    const targets = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
    const missing = targets.filter(
      (target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(name), target)),
    );
    expect(missing).toEqual([]);
  });

  if (shell.length > 0)
    it('has shell examples that run as they stand', () => {
      const folder = mkdtempSync(join(tmpdir(), 'hcp-docs-'));
      const script = ['set -eu', ...shell].join('\n');
      const env = {
        PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
        HOME: folder,
        HCP_HOME: join(folder, 'hcp'),
      };
      const result = spawnSync('sh', ['-c', script], { cwd: root, env, encoding: 'utf8', input: '' });
      rmSync(folder, { recursive: true, force: true });
      expect(result.status, `${result.stdout}\n${result.stderr}`).toBe(0);
    });

  if (scripts.length > 0)
    it('has JavaScript examples that run as they stand', () => {
      for (const script of scripts) {
        const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
          cwd: existsSync(join(root, dirname(name), 'package.json')) ? join(root, dirname(name)) : root,
          encoding: 'utf8',
        });
        expect(result.status, `${script}\n${result.stdout}\n${result.stderr}`).toBe(0);
      }
    });
});
