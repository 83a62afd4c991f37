import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MetaFile } from '../src/generated/meta-types.js';
import type { SurfaceFile } from '../src/generated/surface-types.js';
import type { HarnessPackMeta, Manifest } from '../src/manifest.js';
import { surfaceMembers, verbMembers } from '../src/normalise-manifest.js';

const packageFolder = join(import.meta.dirname, '..');
const committed = join(packageFolder, 'src', 'generated');
let fresh: string;

beforeAll(async () => {
  fresh = await mkdtemp(join(tmpdir(), 'hcp-generated-'));
  const generator = join(packageFolder, '..', '..', 'scripts', 'generate-schema.mjs');
  await promisify(execFile)(process.execPath, [generator, packageFolder, fresh], { cwd: tmpdir() });
});

afterAll(async () => {
  await rm(fresh, { recursive: true });
});

describe('the generated files', () => {
  it('are what the generator makes of the schemas, to the byte', async () => {
    const names = (await readdir(committed)).sort();
    expect((await readdir(fresh)).sort()).toEqual(names);
    for (const name of names) {
      expect(await readFile(join(committed, name), 'utf8')).toBe(await readFile(join(fresh, name), 'utf8'));
    }
  });

  it('import nothing, so that the published package needs nothing to validate', async () => {
    for (const name of await readdir(committed)) {
      expect(await readFile(join(committed, name), 'utf8')).not.toMatch(/^\s*import\b|\brequire\s*\(|^export .* from/m);
    }
  });

  it('describe every member of the schemas', async () => {
    for (const name of ['surface', 'meta']) {
      const schema: unknown = JSON.parse(await readFile(join(packageFolder, 'schemas', `${name}.schema.json`), 'utf8'));
      expect(undescribed(schema, schema)).toEqual([]);
    }
  });

  it('know the members that the runtime knows', async () => {
    const text = await readFile(join(packageFolder, 'schemas', 'surface.schema.json'), 'utf8');
    const schema = JSON.parse(text) as { properties: object; $defs: { verb: { properties: object } } };
    expect([...surfaceMembers].sort()).toEqual(Object.keys(schema.properties).sort());
    expect([...verbMembers].sort()).toEqual(Object.keys(schema.$defs.verb.properties).sort());
  });

  it('have types that a manifest and its metadata are assignable to', () => {
    const surface = (manifest: Mutable<Manifest>): SurfaceFile => manifest;
    const meta = (derived: Mutable<HarnessPackMeta>): MetaFile => derived;
    expect([typeof surface, typeof meta]).toEqual(['function', 'function']);
  });
});

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

/** The places of properties that have no description, neither beside them nor behind their `$ref`. */
function undescribed(node: unknown, root: unknown, place = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties } = node as { properties?: Record<string, { description?: string; $ref?: string }> };
  const own = Object.entries(properties ?? {}).flatMap(([name, schema]) => {
    const target = schema.$ref?.split('/').slice(1) ?? [];
    const referred = target.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], root);
    const described = schema.description ?? (referred as { description?: string }).description;
    return described === undefined ? [`${place}/${name}`] : [];
  });
  return [...own, ...Object.entries(node).flatMap(([key, inner]) => undescribed(inner, root, `${place}/${key}`))];
}
