import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InstallOptions } from '../../src/host.js';
import { openTestHost, type OpenedHost } from '../open-host.js';
import { makePack } from '../packs/pack-fixture.js';
import { temporaryFolder } from '../temporary-home.js';
import { startServer } from './start-server.js';

const text = { type: 'string' };

const documentAt = (origin: string, members: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: `${origin}/v1` }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: {
        operationId: 'show',
        parameters: [{ name: 'confirm', in: 'query', schema: { type: 'boolean' } }],
        responses: { 200: { description: 'ok', content: { 'application/json': { example: { id: 7 } } } } },
      },
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { type: 'object', properties: { name: text }, required: ['name'] } },
          },
        },
        responses: {},
      },
    },
  },
  ...members,
});

const surface = {
  id: 'pets',
  kind: 'openapi',
  openapi: { path: 'api/pets.json' },
  verbs: { show: {}, rename: { 'x-operation': 'POST /pets/{id}', args: { properties: { name: { maxLength: 5 } } } } },
};
const policy = { surface_id: 'pets', verbs: { show: { access: 'read' }, rename: { access: 'write', confirm: false } } };

function petsPack(document: unknown, surfaceText: unknown = surface): string {
  const dir = makePack({ surface: surfaceText, policy });
  mkdirSync(join(dir, 'api'));
  writeFileSync(join(dir, 'api', 'pets.json'), JSON.stringify(document));
  return dir;
}

const options: InstallOptions = { allow: true, update: false, acceptPaths: [], allowPrivate: true };

/** Installs a pack whose server is local, and makes it callable. */
async function installed(opened: OpenedHost, dir: string): Promise<void> {
  await opened.host.packs.install(dir, options);
  await opened.host.configuration.grant('pets.*');
  await opened.host.sessions.activate('default', 'pets', null);
}

const errorOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('an openapi pack', () => {
  it('is planned at install and called without its document', async () => {
    const server = await startServer();
    const opened = openTestHost();
    const dir = petsPack(documentAt(server.origin));
    await installed(opened, dir);
    renameSync(join(dir, 'api'), join(dir, 'gone'));
    const report = await opened.call('pets', 'show', { id: 5, confirm: true });
    expect(report.line).toBe('{"ok":true,"pack_id":"pets","verb_key":"show","result":{"id":9007199254740993}}');
    expect((await opened.call('pets', 'rename', { id: 5, name: 'Tom' })).envelope.ok).toBe(true);
    // A reserved key that the operation declares is read and also passed on (profile P1).
    expect(server.asked.map(({ line, body }) => `${line} ${body}`)).toEqual([
      'GET /v1/pets/5?confirm=true ',
      'POST /v1/pets/5 {"name":"Tom"}',
    ]);
  });

  it("checks arguments against the verb's schema and against the document's", async () => {
    const server = await startServer();
    const opened = openTestHost();
    await installed(opened, petsPack(documentAt(server.origin)));
    const answers = [
      await opened.call('pets', 'show', {}),
      await opened.call('pets', 'show', { id: 0 }),
      await opened.call('pets', 'show', { id: 1, none: 1 }),
      await opened.call('pets', 'rename', { id: 1, name: 'far too long' }),
      await opened.call('pets', 'rename', { id: 1 }),
    ];
    expect(answers.map(({ envelope }) => (envelope.ok ? 'ok' : envelope.error))).toEqual([
      'invalid args: /id is required',
      'invalid args: /id must be at least 1',
      'invalid args: /none is not a known member; remove it or correct its name',
      'invalid args: /name must have at most 5 characters, not 12',
      'invalid args: /name is required',
    ]);
    expect(answers.map(({ exitStatus }) => exitStatus)).toEqual([3, 3, 3, 3, 3]);
    expect(server.asked).toEqual([]);
  });

  it('answers a mock call from the example and sends nothing', async () => {
    const server = await startServer();
    const opened = openTestHost();
    await installed(opened, petsPack(documentAt(server.origin)));
    expect((await opened.call('pets', 'show', { id: 1, mode: 'mock' })).line).toContain('"result":{"id":7}');
    expect(server.asked).toEqual([]);
  });

  it("sends the Binding's headers and shows no secret", async () => {
    const server = await startServer(() => '{"echo":"t0ken-of-ada"}');
    const opened = openTestHost();
    const bound = { ...surface, binding: { mode: 'local', hub: 'local-credential', family: 'pets' } };
    await installed(opened, petsPack(documentAt(server.origin), bound));
    await opened.host.credentials.connect('pets', JSON.stringify({ headers: { 'X-Token': 't0ken-of-ada' } }));
    expect((await opened.call('pets', 'show', { id: 1 })).line).toContain('"result":{"echo":"[redacted]"}');
    expect(server.asked[0]?.headers).toMatchObject({ 'x-token': 't0ken-of-ada' });
  });

  it('sends nothing where the operator gives the pack no network', async () => {
    const server = await startServer();
    const opened = openTestHost();
    await installed(opened, petsPack(documentAt(server.origin)));
    await opened.host.configuration.set('packs.pets.network', 'none');
    expect(await opened.call('pets', 'show', { id: 1 })).toMatchObject({
      exitStatus: 3,
      envelope: {
        error:
          'sandbox: packs.pets.network is none, so nothing is sent; to do without: hcp config set packs.pets.network null',
      },
    });
    expect((await opened.call('pets', 'show', { id: 1, mode: 'mock' })).envelope.ok).toBe(true);
    expect(server.asked).toEqual([]);
  });

  it('sends nothing where the operator set a limit that no request keeps', async () => {
    const server = await startServer();
    const opened = openTestHost();
    await installed(opened, petsPack(documentAt(server.origin)));
    await opened.host.configuration.set('packs.pets.limits.memory_bytes', 1_000_000);
    expect(await opened.call('pets', 'show', { id: 1 })).toMatchObject({
      exitStatus: 3,
      envelope: {
        error:
          'sandbox: packs.pets.limits.memory_bytes is set and cannot be enforced on an openapi pack, which starts no process; ' +
          'to do without: hcp config set packs.pets.limits.memory_bytes null',
      },
    });
    expect((await opened.call('pets', 'show', { id: 1, mode: 'mock' })).envelope.ok).toBe(true);
    expect(server.asked).toEqual([]);
  });

  it('is shown with its server and operations', async () => {
    const opened = openTestHost();
    const dir = petsPack(documentAt('https://api.example'));
    await installed(opened, dir);
    const shown = await opened.host.packs.show('pets');
    expect(shown.openapi).toMatchObject({
      source: 'api/pets.json',
      changed: false,
      servers: ['https://api.example'],
      allowed_addresses: [],
      operations: { show: 'GET https://api.example/v1/pets/{id}', rename: 'POST https://api.example/v1/pets/{id}' },
    });
    expect(shown.verb_details.map(({ key, arguments: names }) => `${key} ${[...names].sort().join(' ')}`)).toEqual([
      'show confirm id',
      'rename id name',
    ]);
    writeFileSync(join(dir, 'api', 'pets.json'), '{}');
    expect((await opened.host.packs.show('pets')).openapi).toMatchObject({ changed: true });
    const findings = await opened.host.doctor();
    expect(findings.filter(({ subject }) => subject === 'pack pets').map(({ message }) => message)).toEqual([
      'calls https://api.example',
      'api/pets.json changed since the pack was installed; calls go by what was installed',
    ]);
  });

  it('whose document changed is installed again with update only', async () => {
    const opened = openTestHost();
    const dir = petsPack(documentAt('https://api.example'));
    await installed(opened, dir);
    expect(await opened.host.packs.install(dir, options)).toMatchObject({ result: 'unchanged' });
    writeFileSync(join(dir, 'api', 'pets.json'), JSON.stringify(documentAt('https://other.example')));
    expect(await errorOf(opened.host.packs.install(dir, options))).toBe(
      'pack pets is installed and differs; read what changed, then install it with --update:\n' +
        'document servers: ["https://api.example"] -> ["https://other.example"]\ndocument api/pets.json changed',
    );
    expect((await opened.host.packs.show('pets')).openapi).toMatchObject({ servers: ['https://api.example'] });
    expect(await opened.host.packs.install(dir, { ...options, update: true })).toMatchObject({ result: 'updated' });
    expect((await opened.host.packs.show('pets')).openapi).toMatchObject({
      servers: ['https://other.example'],
      changed: false,
    });
  });

  it('keeps its plans in the home, those of two versions at most, and none after it is uninstalled', async () => {
    const opened = openTestHost();
    const dir = petsPack(documentAt('https://one.example'));
    await installed(opened, dir);
    for (const origin of ['https://two.example', 'https://three.example']) {
      writeFileSync(join(dir, 'api', 'pets.json'), JSON.stringify(documentAt(origin)));
      await opened.host.packs.install(dir, { ...options, update: true });
    }
    expect(readdirSync(join(opened.root, 'plans'))).toHaveLength(2);
    await opened.host.packs.uninstall('pets');
    expect(readdirSync(join(opened.root, 'plans'))).toEqual([]);
  });

  it('whose plan is not the one that was pinned sends nothing', async () => {
    const server = await startServer();
    const opened = openTestHost();
    await installed(opened, petsPack(documentAt(server.origin)));
    const [name = ''] = readdirSync(join(opened.root, 'plans'));
    const file = join(opened.root, 'plans', name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/pets/', '/pits/'));
    const report = await opened.call('pets', 'show', { id: 1 });
    expect(report).toMatchObject({
      exitStatus: 3,
      envelope: { ok: false, error: 'invalid args: / could not be checked' },
    });
    expect(opened.notices.at(-1)?.message).toContain('changed since the pack was installed; hcp install --update');
    rmSync(file);
    expect((await opened.call('pets', 'show', { id: 1 })).envelope.ok).toBe(false);
    expect(server.asked).toEqual([]);
  });
});

describe('installing an openapi pack', () => {
  it.each([
    [
      'no such verb',
      documentAt('https://api.example', { paths: {} }),
      'invalid_meta: /verbs/show names no operation: the document has no operationId "show"',
    ],
    ['no document', 'text', 'invalid_meta: /openapi/path is no OpenAPI document: its root is not an object'],
    [
      'another version',
      { openapi: '4.0.0' },
      'invalid_meta: /openapi/path must be OpenAPI 3.0 or 3.1, or Swagger 2.0; it says "4.0.0"',
    ],
  ])('refuses %s', async (_, document, line) => {
    const { host, root } = openTestHost();
    const dir = petsPack(document);
    expect(await errorOf(host.packs.install(dir, options))).toContain(
      `${dir} is not a valid pack; mend these and try again:\n${line}`,
    );
    expect(() => readdirSync(join(root, 'plans'))).toThrow('ENOENT');
  });

  it('refuses a document, or a part of one, that is a link out of the pack', async () => {
    const { host } = openTestHost();
    const outside = join(temporaryFolder(), 'secret.json');
    writeFileSync(outside, JSON.stringify(documentAt('https://api.example')));
    const dir = petsPack({});
    rmSync(join(dir, 'api', 'pets.json'));
    symlinkSync(outside, join(dir, 'api', 'pets.json'));
    expect(await errorOf(host.packs.install(dir, options))).toContain(
      '/openapi/path api/pets.json is a link out of the pack; put the file itself into the pack',
    );
    const document = documentAt('https://api.example', { paths: { '/a': { $ref: 'part.json' } } });
    const other = petsPack(document);
    symlinkSync(outside, join(other, 'api', 'part.json'));
    expect(await errorOf(host.packs.install(other, options))).toContain('api/part.json is a link out of the pack');
    rmSync(join(dir, 'api', 'pets.json'));
    expect(await errorOf(host.packs.install(dir, options))).toContain('/openapi/path api/pets.json cannot be read: ');
  });

  it('pins every file the document is made of', async () => {
    const { host } = openTestHost();
    const dir = petsPack(documentAt('https://api.example', { paths: { '/pets': { $ref: 'part.json#/pets' } } }), {
      ...surface,
      verbs: { show: {} },
    });
    writeFileSync(
      join(dir, 'policy.json'),
      JSON.stringify({ surface_id: 'pets', verbs: { show: { access: 'read' } } }),
    );
    writeFileSync(join(dir, 'api', 'part.json'), '{"pets":{"get":{"operationId":"show","responses":{}}}}');
    await host.packs.install(dir, options);
    expect(Object.keys((await host.packs.show('pets')).openapi?.files ?? {})).toEqual([
      'api/part.json',
      'api/pets.json',
    ]);
    writeFileSync(join(dir, 'api', 'part.json'), '{"pets":{"get":{"operationId":"show","responses":{ }}}}');
    expect(await errorOf(host.packs.install(dir, options))).toContain('document api/part.json changed');
  });

  it('refuses a private server unless the operator allows it, and keeps what was allowed for the same document', async () => {
    const { host } = openTestHost();
    const dir = petsPack(documentAt('http://127.0.0.1:9'));
    const cautious = { ...options, allowPrivate: false };
    expect(await errorOf(host.packs.install(dir, cautious))).toBe(
      'server http://127.0.0.1:9 is at a loopback address; if that is meant, install the pack with --allow-private.',
    );
    await host.packs.install(dir, options);
    expect((await host.packs.show('pets')).openapi).toMatchObject({ allowed_addresses: ['loopback'] });
    expect(await host.packs.install(dir, cautious)).toMatchObject({ result: 'unchanged' });
    writeFileSync(join(dir, 'api', 'pets.json'), JSON.stringify(documentAt('http://127.0.0.1:10')));
    expect(await errorOf(host.packs.install(dir, { ...cautious, update: true }))).toContain(
      'install the pack with --allow-private',
    );
    writeFileSync(join(dir, 'api', 'pets.json'), JSON.stringify(documentAt('http://0.0.0.0')));
    expect(await errorOf(host.packs.install(dir, options))).toBe(
      'server http://0.0.0.0 is at a reserved address, which no request is sent to; correct the document.',
    );
  });

  it('says that a consent allows nothing, and that a server is not encrypted', async () => {
    const { host } = openTestHost();
    const { warnings } = await host.packs.install(petsPack(documentAt('http://192.0.32.8')), options);
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'openapi: /openapi server http://192.0.32.8 is not encrypted: whoever is on the way reads calls and credentials',
      'openapi: /openapi --allow-private allows nothing here: no server of the document has a private address',
    ]);
  });

  it('fetches a document from its url once, when the operator says so', async () => {
    const server = await startServer(() => JSON.stringify(documentAt('', { servers: [{ url: '/v2' }] })));
    const { host } = openTestHost();
    const dir = makePack({ surface: { ...surface, openapi: { url: `${server.origin}/spec.json` } }, policy });
    expect(await errorOf(host.packs.install(dir, options))).toBe(
      `pack pets has its document at ${server.origin}/spec.json, which is fetched once and pinned; to fetch it, install the pack with --allow-url.`,
    );
    expect(server.asked).toEqual([]);
    expect(await errorOf(host.packs.install(dir, { ...options, allowUrl: true, allowPrivate: false }))).toContain(
      '/openapi/url cannot be fetched: 127.0.0.1 is a loopback address',
    );
    expect(server.asked).toEqual([]);
    expect(await host.packs.install(dir, { ...options, allowUrl: true })).toMatchObject({ result: 'installed' });
    expect((await host.packs.show('pets')).openapi?.operations['show']).toBe(`GET ${server.origin}/v2/pets/{id}`);
    expect(await host.packs.install(dir, options)).toMatchObject({ result: 'unchanged' });
    expect(server.asked).toHaveLength(1);
  });
});
