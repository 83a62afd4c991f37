// The program that every process benchmark starts: static, does nothing, exits 0.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'bin');

/** Path of the trivial binary; made with gcc at the first use. */
export function trivialBinary() {
  const binary = join(folder, 'trivial');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'trivial.c');
  writeFileSync(source, 'int main(void) { return 0; }\n');
  const gcc = spawnSync('gcc', ['-O2', '-static', '-o', binary, source], { encoding: 'utf8' });
  if (gcc.status !== 0)
    throw new Error(`gcc is needed to make the trivial static binary: ${gcc.error?.message ?? gcc.stderr}`);
  chmodSync(binary, 0o755);
  return binary;
}

/** A pack over the trivial binary, in `dir`: a read verb, one more whose arguments have a schema, and a write verb. */
export function writeTrivialPack(dir) {
  mkdirSync(dir, { recursive: true });
  const text = { type: 'string' };
  const args = {
    type: 'object',
    properties: { owner: text, repo: text },
    required: ['owner', 'repo'],
    additionalProperties: false,
  };
  const checked = { cli: ['trivial', '{{owner}}', '{{repo}}'], args };
  const verbs = { run: { cli: ['trivial'] }, checked, change: { cli: ['trivial'] } };
  const surface = { id: 'trivial', kind: 'wrap', cliBin: 'trivial', wrap: { bin: trivialBinary() }, verbs };
  const policy = {
    surface_id: 'trivial',
    verbs: { run: { access: 'read' }, checked: { access: 'read' }, change: { access: 'write' } },
  };
  writeFileSync(join(dir, 'surface.json'), JSON.stringify(surface));
  writeFileSync(join(dir, 'policy.json'), JSON.stringify(policy));
}
