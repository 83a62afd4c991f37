import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ImportOptions } from '../../src/openapi-import/import-report.js';
import { openTestHost } from '../open-host.js';
import { asIs } from '../packs/open-packs.js';
import { temporaryFolder } from '../temporary-home.js';

const operation = { responses: { 200: { description: 'ok' } } };
const document = (paths: object, more: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example/v1' }],
  paths,
  ...more,
});
const pets = document({
  '/pets': { get: { operationId: 'list', ...operation }, post: { operationId: 'add', ...operation } },
});

const place = (): { folder: string; host: ReturnType<typeof openTestHost>['host']; options: ImportOptions } => {
  const folder = temporaryFolder();
  const options = { workingFolder: folder, tags: [], operations: [], allowPrivate: false, overwrite: false };
  return { folder, host: openTestHost().host, options };
};

const written = (folder: string, name: string, value: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
};

const contents = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('.'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

const yaml = `openapi: 3.0.3
info: { title: Pets, version: '1' }
servers: [{ url: 'https://pets.example' }]
paths: { /pets: { get: { operationId: list, responses: { '200': { description: ok } } } } }
`;
const swagger = {
  swagger: '2.0',
  info: { title: 'Pets', version: '1' },
  host: 'pets.example',
  paths: { '/pets': { get: { operationId: 'list', ...operation } } },
};

describe('Importing a document', () => {
  test.each([
    { name: 'pets.json', value: pets },
    { name: 'pets.yaml', value: yaml },
    { name: 'swagger.json', value: swagger },
    { name: 'policy.json', value: pets },
    { name: 'no-ending', value: yaml },
  ])('$name writes a pack that validates, installs, and is not granted anything', async ({ name, value }) => {
    const { folder, host, options } = place();
    const report = await host.packs.importOpenApi(written(folder, name, value), options);
    const pack = join(folder, 'pets');
    expect(report).toMatchObject({ id: 'pets', folder: pack, result: 'written', skipped: [], diff: [] });
    expect(Object.keys(contents(pack))).toEqual(
      ['HARNESS.md', `document/${name}`, 'policy.json', 'surface.json'].filter((path) => path.includes('.')),
    );
    expect(await host.packs.validate(pack)).toMatchObject({ valid: true });
    expect(await host.packs.install(pack, asIs)).toMatchObject({ id: 'pets', result: 'installed' });
    expect((await host.configuration.principal()).capabilities).toEqual(['*.read']);
    expect(await host.packs.skill('pets')).toContain('| `list` | read |');
  });

  test('of more operations than a pack holds says so, and writes nothing', async () => {
    const { folder, host, options } = place();
    const get = { ...operation, summary: 'x'.repeat(200) };
    const paths = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`/${index}`, { get }]));
    await expect(host.packs.importOpenApi(written(folder, 'large.json', document(paths)), options)).rejects.toThrow(
      /the document has 20000 operations, too many for one pack.*choose some with --tag or --operation/,
    );
    expect(readdirSync(folder)).toEqual(['large.json']);
  });

  test('takes along the files that its references lead to, and no other', async () => {
    const { folder, host, options } = place();
    mkdirSync(join(folder, 'parts'));
    written(join(folder, 'parts'), 'id.yaml', 'name: id\nin: query\nschema: { type: integer }\n');
    written(join(folder, 'parts'), 'secret.yaml', 'secret: 1');
    const get = { operationId: 'list', parameters: [{ $ref: './parts/id.yaml' }], ...operation };
    await host.packs.importOpenApi(written(folder, 'pets.json', document({ '/pets': { get } })), options);
    const pack = join(folder, 'pets');
    expect(readdirSync(join(pack, 'document', 'parts'))).toEqual(['id.yaml']);
    expect(await host.packs.install(pack, asIs)).toMatchObject({ result: 'installed' });
  });

  test('again is no change, and a changed document is shown and not written until it is asked for', async () => {
    const { folder, host, options } = place();
    const file = written(folder, 'pets.json', pets);
    await host.packs.importOpenApi(file, options);
    const pack = join(folder, 'pets');
    const before = contents(pack);
    expect(await host.packs.importOpenApi(file, options)).toMatchObject({ result: 'unchanged', diff: [] });
    expect(contents(pack)).toEqual(before);
    written(folder, 'pets.json', document({ '/pets': { get: { operationId: 'list', ...operation } } }));
    const { result, diff } = await host.packs.importOpenApi(file, options);
    expect(result).toBe('differs');
    expect(diff).toContain('policy.json:');
    expect(diff).toContain('-     "add": {');
    expect(diff.at(-1)).toMatch(/^document\/pets\.json: sha256 [0-9a-f]{64} -> [0-9a-f]{64}$/);
    expect(contents(pack)).toEqual(before);
    expect(await host.packs.importOpenApi(file, { ...options, overwrite: true })).toMatchObject({
      result: 'overwritten',
    });
    expect(readFileSync(join(pack, 'policy.json'), 'utf8')).not.toContain('add');
    expect(await host.packs.importOpenApi(file, options)).toMatchObject({ result: 'unchanged' });
  });

  test('shows what the author has changed by hand, and keeps it', async () => {
    const { folder, host, options } = place();
    const file = written(folder, 'pets.json', pets);
    await host.packs.importOpenApi(file, options);
    const policy = join(folder, 'pets', 'policy.json');
    writeFileSync(policy, readFileSync(policy, 'utf8').replace('"confirm": true', '"confirm": "approval"'));
    expect((await host.packs.importOpenApi(file, options)).diff).toEqual([
      'policy.json:',
      '…',
      '      "add": {',
      '        "access": "write",',
      '-       "confirm": "approval"',
      '+       "confirm": true',
      '      }',
      '    }',
      '…',
    ]);
    expect(readFileSync(policy, 'utf8')).toContain('approval');
  });

  test('writes beside no files of another kind', async () => {
    const { folder, host, options } = place();
    const file = written(folder, 'pets.json', pets);
    await expect(host.packs.importOpenApi(file, { ...options, folder })).rejects.toMatchObject({
      code: 'folder_in_use',
    });
    expect(readdirSync(folder)).toEqual(['pets.json']);
  });

  test.each([
    { what: 'not there', name: 'gone.json', value: undefined, message: /gone\.json cannot be read: .*ENOENT/ },
    { what: 'no document', name: 'x.json', value: '{}', message: /x\.json must be OpenAPI 3\.0 or 3\.1, or Swagger/ },
    { what: 'with a key twice', name: 'x.json', value: '{"openapi":"1","openapi":"1"}', message: /is not valid: / },
    { what: 'endless', name: 'x.yaml', value: 'openapi: 3.1.0\na: &a [*a]\n', message: /x\.yaml is not valid YAML/ },
    { what: 'cut short', name: 'x.json', value: '{"openapi":', message: /x\.json is not valid: / },
    { what: 'without operations', name: 'x.json', value: document({}), message: /has no operation under paths/ },
    {
      what: 'leading out of its folder',
      name: 'x.json',
      value: document({ '/a': { $ref: '../../etc/passwd' } }),
      message: /leads out of the pack/,
    },
    {
      what: 'leading elsewhere',
      name: 'x.json',
      value: document({ '/a': { $ref: 'https://example.com/a' } }),
      message: /leaves the document/,
    },
    {
      what: 'leading to itself',
      name: 'x.json',
      value: document({ '/a': { $ref: '#/paths/~1a' } }),
      message: /leads to itself/,
    },
  ])('writes nothing for one that is $what', async ({ name, value, message }) => {
    const { folder, host, options } = place();
    const file = value === undefined ? join(folder, name) : written(folder, name, value);
    await expect(host.packs.importOpenApi(file, { ...options, id: 'x' })).rejects.toThrow(message);
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  test('follows no link out of the folder of the document', async () => {
    const { folder, host, options } = place();
    symlinkSync('/etc/hostname', join(folder, 'part.yaml'));
    const get = { operationId: 'list', parameters: [{ $ref: './part.yaml' }], ...operation };
    const paths = { '/pets': { get, post: { operationId: 'add', ...operation } } };
    const report = await host.packs.importOpenApi(written(folder, 'pets.json', document(paths)), options);
    expect(report.skipped).toMatchObject([
      { operation: 'GET /pets', reason: expect.stringContaining('link out') as string },
    ]);
    expect(readdirSync(join(folder, 'pets', 'document'))).toEqual(['pets.json']);
  });

  test.each(['Pets', '../pets', '', '-x', 'a b'])('takes no %j for an id', async (id) => {
    const { folder, host, options } = place();
    const file = written(folder, 'pets.json', pets);
    await expect(host.packs.importOpenApi(file, { ...options, id })).rejects.toMatchObject({ code: 'invalid_pack_id' });
  });

  test('fetches one from a URL once, by --allow-private where it is not public, and the pack needs no network', async () => {
    const { folder, host, options } = place();
    let asked = 0;
    const server = createServer((request, response) => {
      asked += 1;
      if (request.url === '/moved.json') response.writeHead(302, { location: '/pets.json' }).end();
      else response.end(JSON.stringify({ ...pets, servers: [{ url: '/v1' }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(host.packs.importOpenApi(`${at}/pets.json`, options)).rejects.toThrow(/cannot be fetched/);
    expect(asked).toBe(0);
    const allowed = { ...options, allowPrivate: true };
    await expect(host.packs.importOpenApi(`${at}/moved.json`, allowed)).rejects.toThrow(/redirects are not followed/);
    const report = await host.packs.importOpenApi(`${at}/pets.json`, allowed);
    expect(report).toMatchObject({ result: 'written', verbs: ['list', 'add'] });
    expect(asked).toBe(2);
    const { openapi } = JSON.parse(readFileSync(join(folder, 'pets', 'surface.json'), 'utf8')) as { openapi: unknown };
    expect(openapi).toEqual({ path: 'document/openapi.json', url: `${at}/pets.json` });
    expect(await host.packs.install(join(folder, 'pets'), { ...asIs, allowPrivate: true })).toMatchObject({
      result: 'installed',
    });
    expect(asked).toBe(2);
  });
});
