import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHome, exec, openClient, waitUntil, type Client, type Daemon, type TestHome } from './daemon-harness.js';
import { head, rawClient, type RawClient } from './raw-client.js';

let home: TestHome;
let daemon: Daemon;
let ada: Client;

beforeAll(async () => {
  home = await createHome();
  const token = await home.token('ada');
  daemon = await home.start('--listen', '127.0.0.1:0', '--request-timeout-ms', '1500', '--max-connections', '300');
  ada = await openClient(daemon, token);
});
afterAll(() => home.remove());

const envelope = '{"pack_id":"probe","verb_key":"echo","args":{"text":"x"}}';
const runs = (): number => home.noted('witness').length;
const execHead = (more: Readonly<Record<string, string>>): string =>
  head('POST /v1/exec HTTP/1.1', {
    Host: 'localhost',
    Authorization: `Bearer ${ada.token}`,
    'HCP-Session': ada.session,
    'Content-Type': 'application/json',
    ...more,
  });

/** The daemon serves others meanwhile; no assertion on how fast. */
async function expectServing(): Promise<void> {
  expect((await daemon.ask(exec(ada, 'echo', { args: { text: 'others' } }))).json).toMatchObject({
    result: { text: 'others' },
  });
}

describe('a page of another site', () => {
  it.each([
    ['a simple request with text', { 'content-type': 'text/plain', origin: 'http://evil.example' }, 403],
    ['a request with JSON', { origin: 'https://evil.example' }, 403],
    ['a page of another port', { origin: 'http://localhost:3000' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['a request without Origin that the browser marks', { 'sec-fetch-site': 'cross-site' }, 403],
    ['one of a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
    ['a rebound name', { host: 'evil.example' }, 403],
    ['a rebound name with our port', { host: 'evil.example:7411' }, 403],
    ['a name that begins like ours', { host: 'localhost.evil.example' }, 403],
    ['an address in a name', { host: '127.0.0.1.evil.example' }, 403],
    ['another address of this machine', { host: '192.168.1.10' }, 403],
    ['text without an Origin', { 'content-type': 'text/plain' }, 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['JSON with more to it', { 'content-type': 'application/json; boundary=x' }, 415],
    ['a list of types', { 'content-type': 'application/json, text/plain' }, 415],
    ['compressed bytes', { 'content-encoding': 'gzip' }, 415],
    ['no type', { 'content-type': '' }, 415],
  ])('runs nothing: %s', async (_what, headers, status) => {
    const before = runs();
    const answer = await daemon.ask(exec(ada, 'echo', { headers: headers as unknown as Record<string, string> }));
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.json as object)).toEqual(['error', 'message']);
    expect(runs()).toBe(before);
  });

  it.each(['/v1/packs', '/v1/sessions/x', '/metrics', '/openapi.json', '/healthz', '/readyz', '/nowhere'])(
    'is turned away from %s',
    async (path) => {
      for (const headers of [{ origin: 'http://evil.example' }, { host: 'evil.example' }] as const) {
        expect((await daemon.ask({ path, token: ada.token, headers })).status, JSON.stringify(headers)).toBe(403);
      }
      expect((await daemon.ask({ path, token: ada.token, headers: { 'content-type': 'text/plain' } })).status).toBe(
        415,
      );
    },
  );

  it('gets its answer before a byte of the body is read', async () => {
    const client = rawClient(daemon.port);
    client.write(execHead({ Origin: 'http://evil.example', 'Content-Length': '1000' }));
    await waitUntil(() => client.received().includes('\r\n\r\n'));
    expect(client.received()).toContain('HTTP/1.1 403 ');
    client.socket.destroy();
  });

  it('is none where Host and Origin name this daemon', async () => {
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:7411']) {
      const headers = { host, origin: `http://${host}` };
      expect((await daemon.ask(exec(ada, 'echo', { headers }))).status, host).toBe(200);
    }
  });
});

describe('a request that is not what it seems', () => {
  it.each(['Host: localhost', 'Authorization: Bearer x', 'Content-Type: application/json', 'Origin: http://localhost'])(
    'with a second %s is refused',
    async (header) => {
      const client = rawClient(daemon.port);
      client.write(
        execHead({
          Origin: 'http://localhost',
          Connection: 'close',
          'Content-Length': String(envelope.length),
        }).replace('\r\n\r\n', `\r\n${header}\r\n\r\n${envelope}`),
      );
      expect(await client.closed).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it('that names another host in its first line is refused, and one that names this daemon is not', async () => {
    for (const [url, status] of [
      ['http://evil.example/healthz', 403],
      ['http://evil.example', 403],
      ['http://localhost@evil.example/healthz', 403],
      ['http://localhost:80/healthz', 200],
    ] as const) {
      const client = rawClient(daemon.port);
      client.write(head(`GET ${url} HTTP/1.1`, { Host: 'localhost', Connection: 'close' }));
      expect(await client.closed, url).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });

  it.each([
    ['without Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['with an empty Host', 'GET /healthz HTTP/1.1\r\nHost: \r\n\r\n', 403],
    ['of HTTP/1.0 without Host', 'GET /healthz HTTP/1.0\r\n\r\n', 403],
    [
      'with two lengths',
      `POST /v1/exec HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n`,
      400,
    ],
    [
      'with a length and chunks',
      'POST /v1/exec HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['that is no HTTP', 'EHLO localhost\r\n\r\n', 400],
    ['that is TLS', '\u0016\u0003\u0001\u0002\u0000\u0001', 400],
  ])('%s is refused', async (_what, bytes, status) => {
    const client = rawClient(daemon.port);
    client.write(bytes.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect(await client.closed).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('does not get its fault mixed into the answer of the call before it', async () => {
    const client = rawClient(daemon.port);
    const body = JSON.stringify({ pack_id: 'probe', verb_key: 'sleep', args: { seconds: 1 } });
    client.write(`${execHead({ 'Content-Length': String(body.length) })}${body}`);
    client.write('no http at all\r\n\r\n');
    expect(await client.closed).not.toContain('400');
  });

  it('with headers over 16 KiB is 431', async () => {
    for (const bomb of [
      { 'X-Big': 'x'.repeat(20_000) },
      Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`X-${at}`, '1'])),
    ]) {
      const client = rawClient(daemon.port);
      client.write(execHead(bomb));
      const answer = await client.closed;
      expect(answer).toMatch(/^HTTP\/1\.1 431 /);
      expect(answer).toContain('"error":"headers_too_large"');
    }
  });

  it('hides no header behind many others', async () => {
    const many = Object.fromEntries(Array.from({ length: 2100 }, (_, at) => [`${at}`, '']));
    const client = rawClient(daemon.port);
    client.write(
      head('GET /healthz HTTP/1.1', { Host: 'localhost', ...many, Origin: 'http://evil.example', Connection: 'close' }),
    );
    expect(await client.closed).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('a body', () => {
  it('of 100 MB in chunks is 413, in bounded memory, with others served meanwhile', async () => {
    await expectServing();
    const before = { runs: runs(), bytes: daemon.residentBytes() };
    const client = rawClient(daemon.port);
    client.write(execHead({ 'Transfer-Encoding': 'chunked' }));
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    let most = 0;
    let sent = 0;
    const pump = (): void => {
      while (sent < 1600 && !client.socket.destroyed) {
        sent += 1;
        if (sent % 100 === 0) most = Math.max(most, daemon.residentBytes());
        if (!client.socket.write(chunk, 'latin1')) return void client.socket.once('drain', pump);
      }
      client.socket.end();
    };
    pump();
    await expectServing();
    const answer = await client.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"error":"invalid envelope: more than 1048576 bytes"');
    expect(most - before.bytes).toBeLessThan(64 * 1024 * 1024);
    expect(runs()).toBe(before.runs + 1);
  });

  it('of a declared 100 MB is 413 before it is sent', async () => {
    const client = rawClient(daemon.port);
    client.write(execHead({ 'Content-Length': '104857600' }));
    await waitUntil(() => client.received().includes('invalid envelope'));
    expect(client.received()).toMatch(/^HTTP\/1\.1 413 /);
    client.socket.destroy();
  });

  it('that comes too slowly is 408 and runs nothing, with others served meanwhile', async () => {
    const before = runs();
    const client = rawClient(daemon.port);
    client.write(`${execHead({ 'Content-Length': String(envelope.length) })}${envelope.slice(0, -1)}`);
    await expectServing();
    const answer = await client.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"error":"request_timeout"');
    expect(runs()).toBe(before + 1);
  });

  it.each([
    ['before its declared end', { 'Content-Length': String(envelope.length + 10) }, envelope],
    ['between chunks', { 'Transfer-Encoding': 'chunked' }, `${envelope.length.toString(16)}\r\n${envelope}\r\n`],
  ])('that is cut %s runs nothing', async (_where, headers, body) => {
    const before = runs();
    const client = rawClient(daemon.port);
    client.write(`${execHead(headers)}${body}`);
    await new Promise<void>((resolve) => client.socket.end(resolve));
    await client.closed;
    await expectServing();
    expect(runs()).toBe(before + 1);
  });
});

describe('connections', () => {
  it('that only stand open keep nobody out: 500 idle ones, of which 300 may stay', async () => {
    const idle: RawClient[] = Array.from({ length: 500 }, () => rawClient(daemon.port));
    await Promise.all(
      idle.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
    );
    await expectServing();
    await expectServing();
    // What the daemon has closed is heard of a moment later.
    await expect.poll(() => idle.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(300);
    for (const { socket } of idle) socket.destroy();
  });

  it('that send a head byte by byte are closed with 408', async () => {
    const client = rawClient(daemon.port);
    client.write('GET /healthz HTTP/1.1\r\nHost: loc');
    expect(await client.closed).toMatch(/^HTTP\/1\.1 408 /);
  });
});
