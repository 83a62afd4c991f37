import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHome, openClient, waitUntil, type Client, type Daemon, type TestHome } from './daemon-harness.js';

const consenting = { allow: true, update: true, acceptPaths: [], allowPrivate: true } as const;
const asked: string[] = [];
let connections = 0;
let gone = 0;
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.on('close', () => (gone += response.writableFinished ? 0 : 1));
  if (request.url !== '/v1/never') response.end(JSON.stringify({ path: request.url }));
}).on('connection', () => (connections += 1));
let home: TestHome;
let daemon: Daemon;
let client: Client;
let pack: string;

function writePack(base: string): void {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const paths = {
    '/{id}': { get: { operationId: 'show', parameters: [id], responses: {} } },
    '/never': { get: { operationId: 'wait', responses: {} } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    servers: [{ url: `http://127.0.0.1:${port}/${base}` }],
    paths,
  };
  writeFileSync(join(pack, 'api.json'), JSON.stringify(document));
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  home = await createHome();
  pack = join(home.folder, 'things');
  mkdirSync(pack);
  const verbs = { show: { access: 'read' }, wait: { access: 'read' } };
  writeFileSync(
    join(pack, 'surface.json'),
    JSON.stringify({ id: 'things', kind: 'openapi', openapi: { path: 'api.json' }, verbs: { show: {}, wait: {} } }),
  );
  writeFileSync(join(pack, 'policy.json'), JSON.stringify({ surface_id: 'things', verbs }));
  writePack('v1');
  await home.withHost(({ packs }) => packs.install(pack, consenting));
  daemon = await home.start();
  client = await openClient(daemon, await home.token('ada', ['things.*']));
  const path = `/v1/sessions/${client.session}/packs/things`;
  expect((await daemon.ask({ method: 'PUT', path, token: client.token })).status).toBe(204);
}, 60_000);
afterAll(async () => {
  await home.remove();
  server.closeAllConnections();
  server.close();
});

async function answerOf(verb: string, args: object = {}, more: object = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'hcp-session': client.session };
  const body = JSON.stringify({ pack_id: 'things', verb_key: verb, args });
  return (await daemon.ask({ method: 'POST', path: '/v1/exec', token: client.token, headers, body, ...more })).json;
}

describe('an openapi pack in the daemon', () => {
  it('gives each of many calls its own answer, over connections that are kept', async () => {
    const ids = Array.from({ length: 200 }, (_, id) => id);
    const answers = await Promise.all(ids.map((id) => answerOf('show', { id })));
    expect(answers).toEqual(
      ids.map((id) => ({ ok: true, pack_id: 'things', verb_key: 'show', result: { path: `/v1/${id}` } })),
    );
    expect(connections).toBeLessThanOrEqual(64);
  }, 60_000);

  it('shows invokers the arguments of its document', async () => {
    const { json } = await daemon.ask({ method: 'GET', path: '/v1/packs/things', token: client.token });
    expect(json).toMatchObject({
      kind: 'openapi',
      verbs: [{ key: 'show', arguments: ['id'], args: { required: ['id'] } }, { key: 'wait' }],
    });
  });

  it('gives a request up when its caller goes away, and serves the next one', async () => {
    const before = asked.length;
    const control = new AbortController();
    const answer = answerOf('wait', {}, { signal: control.signal }).catch(() => 'gone');
    await waitUntil(() => asked.length > before);
    control.abort();
    expect(await answer).toBe('gone');
    await waitUntil(() => gone > 0);
    expect(await answerOf('show', { id: 1 })).toMatchObject({ ok: true });
  }, 60_000);

  it('goes by a document that was installed again while it runs', async () => {
    writePack('v2');
    expect(await answerOf('show', { id: 1 })).toMatchObject({ result: { path: '/v1/1' } });
    await home.withHost(({ packs }) => packs.install(pack, consenting));
    expect(await answerOf('show', { id: 1 })).toMatchObject({ result: { path: '/v2/1' } });
  }, 60_000);
});
