import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"`])([^'"`]*)\1/g;

/** Each file of the program with what it imports, statically or not. */
const imports = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const text = readFileSync(join(source, name), 'utf8');
    return [...text.matchAll(specifier)].map((match) => ({ name, imported: match[2] ?? '' }));
  });

/** A black box: what it judges may be any runtime, so it knows none from inside. */
describe('the suite', () => {
  it('imports what comes with Node and its own files, and nothing of a runtime it judges', () => {
    const own = ({ name, imported }: (typeof imports)[number]): boolean =>
      imported.startsWith('node:') ||
      (imported.startsWith('.') && resolve(source, dirname(name), imported).startsWith(`${source}${sep}`));
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.filter((one) => !own(one))).toEqual([]);
  });

  it('depends on no package', () => {
    const file = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
    const members = ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies'];
    expect(members.flatMap((member) => Object.keys(file[member] ?? {}))).toEqual([]);
  });

  it('finds an import however it is written', () => {
    const text = "export { a } from '@hcp/host'; await import('@hcp/x'); require(\"@hcp/y\"); import '@hcp/z'";
    expect([...text.matchAll(specifier)].map((match) => match[2])).toEqual(['@hcp/host', '@hcp/x', '@hcp/y', '@hcp/z']);
  });
});
