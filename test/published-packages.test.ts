import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

interface PackageFile {
  readonly name: string;
  readonly private?: boolean;
  readonly packageManager?: string;
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Published {
  readonly name: string;
  readonly folder: string;
  readonly hasEntries: boolean;
}

const published = await findPublished();
let work: string;
const tarballs = new Map<string, string>();

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'hcp-published-'));
  const { packageManager = 'pnpm' } = await readPackage(root);
  const filters = published.flatMap(({ folder }) => ['--filter', `./${relative(root, folder)}`]);
  // pnpm and not npm: it replaces the workspace ranges
  const { stdout } = await run(
    'npx',
    ['-y', packageManager, ...filters, 'pack', '--json', '--pack-destination', work],
    {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const packed = [JSON.parse(stdout) as readonly { readonly name: string; readonly filename: string }[]].flat();
  for (const { name, filename } of packed) tarballs.set(name, filename);
}, 120_000);

afterAll(async () => {
  await rm(work, { recursive: true });
});

describe('every published package', () => {
  it('is packed, and there are some', () => {
    expect(published.length).toBeGreaterThan(0);
    expect([...tarballs.keys()].sort()).toEqual(published.map(({ name }) => name).sort());
  });

  it.each(published)('$name has nothing that publint objects to', async ({ name }) => {
    const tarball = new Uint8Array(await readFile(tarballOf(name))).buffer;
    expect((await publint({ pack: { tarball }, strict: true })).messages).toEqual([]);
  });

  it.each(published.filter(({ hasEntries }) => hasEntries))(
    '$name resolves with its types for every importer of ES modules',
    async ({ name }) => {
      const bin = join(root, 'node_modules', '.bin', 'attw');
      await expect(run(bin, ['--profile', 'esm-only', '--no-color', tarballOf(name)])).resolves.toBeDefined();
    },
  );

  it.each(published)('$name depends on published ranges only', async ({ name }) => {
    const { dependencies = {} } = await readPackage(await unpack(name));
    expect(Object.values(dependencies).join(' ')).not.toContain('workspace:');
  });

  it.each(published)('$name ships all of its source maps and their sources, where it ships any', async ({ name }) => {
    const folder = await unpack(name);
    const names = await readdir(folder, { recursive: true });
    if (!names.some((file) => file.endsWith('.map'))) return;
    const emitted = names.filter((file) => /\.(?:js|d\.ts)$/.test(file));
    expect((await Promise.all(emitted.map((file) => brokenMap(folder, file)))).flat()).toEqual([]);
  });
});

describe('@hcp/manifest alone in an empty project', () => {
  it('validates a pack, and loads the schema compiler only for a verb with args', async () => {
    const project = join(work, 'project');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
    const options = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
    await run('npm', [...options, tarballOf('@hcp/manifest')], { cwd: project });
    expect(await readdir(join(project, 'node_modules', '@hcp'))).toEqual(['manifest']);
    await writeFile(
      join(project, 'good.json'),
      '{"id":"tool","kind":"wrap","wrap":{"bin":"tool"},"verbs":{"list":{}}}',
    );
    await writeFile(join(project, 'bad.json'), '{"id":"tool","kind":"wrap","verbs":{"go":{"args":{"min":1}}}}');
    await writeFile(join(project, 'validate.js'), validateScript);
    const { stdout } = await run(process.execPath, ['validate.js'], { cwd: project });
    expect(JSON.parse(stdout)).toEqual({
      good: { valid: true, issues: [], compiler: false },
      bad: {
        valid: false,
        issues: [
          'binding: wrap adapter requires wrap.bin',
          'invalid_meta: /verbs/go/args/min is no keyword of JSON Schema 2020-12; correct its name, or start it with "x-"',
        ],
        compiler: true,
      },
      args: { ok: false, pointer: '/a', reason: 'is required' },
      schema: 'SurfaceFile',
    });
  }, 60_000);
});

/** Runs in the empty project; `compiler` says whether Ajv has been loaded by then. */
const validateScript = `
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
let compiler = false;
registerHooks({ load: (url, context, next) => { compiler ||= /\\/node_modules\\/(ajv|re2js)\\//.test(url); return next(url, context); } });
const { formatIssue, parseManifest } = await import('@hcp/manifest');
const validate = async (file) => {
  const { valid, issues } = await parseManifest(await readFile(file));
  return { valid, issues: issues.map(formatIssue), compiler };
};
const good = await validate('good.json');
const bad = await validate('bad.json');
const { compileArgsSchema } = await import('@hcp/manifest/args-schema');
const { default: surface } = await import('@hcp/manifest/schemas/surface.schema.json', { with: { type: 'json' } });
console.log(JSON.stringify({ good, bad, args: compileArgsSchema({ required: ['a'] })({}), schema: surface.title }));
`;

async function findPublished(): Promise<readonly Published[]> {
  const groups = await Promise.all(
    ['packages', 'apps'].map(async (group) =>
      (await readdir(join(root, group))).map((name) => join(root, group, name)),
    ),
  );
  const folders = [...groups.flat(), join(root, 'conformance')].filter((folder) =>
    existsSync(join(folder, 'package.json')),
  );
  const all = await Promise.all(folders.map(async (folder) => ({ folder, file: await readPackage(folder) })));
  return all
    .filter(({ file }) => file.private !== true)
    .map(({ folder, file }) => ({ name: file.name, folder, hasEntries: file.exports !== undefined }));
}

async function readPackage(folder: string): Promise<PackageFile> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageFile;
}

function tarballOf(name: string): string {
  const tarball = tarballs.get(name);
  if (tarball === undefined) throw new Error(`${name} was not packed`);
  return tarball;
}

async function unpack(name: string): Promise<string> {
  const folder = join(work, 'unpacked', name.replace('/', '-'));
  await mkdir(folder, { recursive: true });
  await run('tar', ['-xzf', tarballOf(name), '-C', folder]);
  return join(folder, 'package');
}

/** The source map that a file names and the sources that it names, as far as they are not in the package. */
async function brokenMap(folder: string, file: string): Promise<string[]> {
  const map = /^\/\/# sourceMappingURL=(?!data:)(.*)$/m.exec(await readFile(join(folder, file), 'utf8'))?.[1];
  if (map === undefined) return [];
  const place = join(dirname(file), map);
  if (!existsSync(join(folder, place))) return [`${file} names ${map}`];
  const { sources } = JSON.parse(await readFile(join(folder, place), 'utf8')) as {
    readonly sources: readonly string[];
  };
  return sources
    .filter((source) => !existsSync(join(folder, dirname(place), source)))
    .map((source) => `${place} names ${source}`);
}
