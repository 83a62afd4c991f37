import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The floors of docs/architecture.md; an edge may only point to a lower number. */
const floors: Readonly<Record<string, number>> = {
  '@hcp/manifest': 0,
  '@hcp/policy': 1,
  '@hcp/pipeline': 2,
  '@hcp/adapter-wrap': 3,
  '@hcp/adapter-openapi': 3,
  '@hcp/adapter-composite': 3,
  '@hcp/sandbox': 3,
  '@hcp/binding': 3,
  '@hcp/host': 4,
  '@hcp/cli': 5,
  '@hcp/daemon': 5,
};

interface PackageFile {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..');
const folders = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(root, group, name)),
);
const packages = folders
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .map((folder) => ({ folder, file: readJson(join(folder, 'package.json')) as PackageFile }));

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function sources(folder: string): string[] {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, 'src', name), 'utf8'));
}

const internal = (names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => name.startsWith('@hcp/')).sort();

describe.each(packages)('$file.name', ({ folder, file }) => {
  const declared = internal(Object.keys({ ...file.dependencies, ...file.devDependencies }));

  it('has a floor', () => {
    expect(Object.keys(floors)).toContain(file.name);
  });

  it('depends on lower floors only', () => {
    const upward = declared.filter((name) => (floors[name] ?? Infinity) >= (floors[file.name] ?? -1));
    expect(upward).toEqual([]);
  });

  it('imports exactly what it declares', () => {
    const imported = sources(folder).flatMap((text) =>
      [...text.matchAll(/(?:from|import)\s*\(?\s*'(@hcp\/[a-z-]+)/g)].map((match) => match[1] ?? ''),
    );
    expect(internal(imported)).toEqual(declared);
  });

  it('references exactly what it declares', () => {
    const { references } = readJson(join(folder, 'tsconfig.json')) as { references?: { path: string }[] };
    const referenced = (references ?? []).map(
      ({ path }) => (readJson(join(folder, path, 'package.json')) as PackageFile).name,
    );
    expect(internal(referenced)).toEqual(declared);
  });
});
