import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, type TestHome } from './hcp-harness.js';

let test: TestHome;
let server: Server;
let origin: string;
let asked: string[];

beforeEach(async () => {
  test = createHome();
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (request.url?.endsWith('/never') !== true) response.end('{"id":9007199254740993}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  test.remove();
});

const parameters = [
  { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } },
  { name: 'deep', in: 'query', schema: { type: 'boolean' } },
  { name: 'q', in: 'query', schema: { type: 'string' } },
];

/** Writes a pack whose verbs are `show`, an integer path argument, and `wait`, which is never answered. */
function writePack(): string {
  const folder = join(test.folder, 'things');
  mkdirSync(folder);
  const paths = {
    '/{id}': { get: { operationId: 'show', parameters, responses: {} } },
    '/never': { get: { operationId: 'wait', responses: {} } },
  };
  const components = { schemas: { Id: { type: 'integer' } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    servers: [{ url: origin }],
    paths,
    components,
  };
  writeFileSync(join(folder, 'api.json'), JSON.stringify(document));
  writeFileSync(
    join(folder, 'surface.json'),
    JSON.stringify({ id: 'things', kind: 'openapi', openapi: { path: 'api.json' }, verbs: { show: {}, wait: {} } }),
  );
  const verbs = { show: { access: 'read' }, wait: { access: 'read', timeout_ms: 5000 } };
  writeFileSync(join(folder, 'policy.json'), JSON.stringify({ surface_id: 'things', verbs }));
  return folder;
}

const install = async (): Promise<void> => {
  await test.json(['install', '--allow-private', writePack()]);
  await test.json(['activate', 'things']);
};

describe('an openapi pack on the command line', () => {
  it('is refused without the consent its server needs', async () => {
    const ended = await test.hcp(['install', writePack()]);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toBe(
      `hcp: server ${origin} is at a loopback address; if that is meant, install the pack with --allow-private.\n`,
    );
  });

  it('has its words typed by the document', async () => {
    await install();
    const answer = { ok: true, result: { id: expect.any(Number) as number } };
    expect(await test.call(['exec', 'things', 'show', '--', 'id=5', 'deep=true', 'q=7'])).toMatchObject([0, answer]);
    expect(await test.call(['run', 'things', 'show', '--id', '6', '--no-deep'])).toMatchObject([0, answer]);
    expect(asked).toEqual(['GET /5?deep=true&q=7', 'GET /6?deep=false']);
    expect((await test.hcp(['exec', 'things', 'show', '--', 'id=5'])).stdout).toContain('9007199254740993');
    expect(await test.call(['exec', 'things', 'show', '--', 'id=x'])).toMatchObject([
      3,
      { error: 'invalid args: /id must be an integer, not a string' },
    ]);
  });

  it('is shown with its document, server, operations and arguments', async () => {
    await install();
    const { stdout } = await test.terminal(['show', 'things']);
    for (const part of ['api.json', origin, 'loopback (allowed)', `GET ${origin}/{id}`, 'id deep q'])
      expect(stdout).toContain(part);
  });

  it('ends at its timeout, and at a signal', async () => {
    await install();
    expect(await test.call(['exec', 'things', 'wait'])).toMatchObject([
      1,
      { ok: false, error: 'timed out after 5000 ms' },
    ]);
    const { child, ended } = test.start(['exec', 'things', 'wait']);
    while (asked.length < 2) await new Promise((done) => setTimeout(done, 10));
    child.kill('SIGTERM');
    expect((await ended).stdout).toContain('"error":"cancelled"');
  });
});
