import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpRequest } from '../../src/index.js';
import { createRequester, type SendOptions } from '../../src/requesting.js';
import { answerOf, startRecordingServer, type Answering } from './recording-server.js';

const requestTo = (origin: string, facts: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  origin,
  target: '/x',
  headers: { accept: '*/*' },
  body: null,
  ...facts,
});

const options = (facts: Partial<SendOptions> = {}): SendOptions => ({
  credentialHeaders: {},
  redact: (text) => text.replaceAll('s3cret-value', '[redacted]'),
  timeoutMs: 10_000,
  maxOutputBytes: 1024 * 1024,
  signal: undefined,
  allowed: ['loopback'],
  ...facts,
});

function openRequester(): ReturnType<typeof createRequester> {
  const requester = createRequester();
  onTestFinished(() => requester.close());
  return requester;
}

const sendTo = async (answering: Answering, facts: Partial<SendOptions> = {}, request: Partial<HttpRequest> = {}) => {
  const server = await startRecordingServer(answering);
  const outcome = await openRequester().send(requestTo(server.origin, request), options(facts));
  return { server, outcome };
};

const answering = (
  status: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
): Answering => ({
  answer: () => answerOf(status, headers, body),
});
const json = { 'content-type': 'application/json' };

describe('a request', () => {
  it('is what was rendered, byte for byte', async () => {
    const request = {
      method: 'POST',
      target: '/v1/a%2F..%2Fb?q=%23&r=..',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: Buffer.from('{"a":"ü"}'),
    };
    const { server } = await sendTo({}, {}, request);
    const [raw = ''] = server.requests;
    const lines = raw.split('\r\n');
    expect(lines[0]).toBe('POST /v1/a%2F..%2Fb?q=%23&r=.. HTTP/1.1');
    expect(lines.slice(1, -2).sort()).toEqual([
      'accept: application/json',
      'connection: keep-alive',
      'content-length: 10',
      'content-type: application/json',
      `host: ${new URL(server.origin).host}`,
    ]);
    expect(Buffer.from(lines.at(-1) ?? '', 'latin1').toString()).toBe('{"a":"ü"}');
  });

  it("has the Binding's headers in place of its own, whatever their case", async () => {
    const headers = { accept: 'a/b', 'x-key': 'of the argument', cookie: 'a=1' };
    const { server } = await sendTo(
      {},
      { credentialHeaders: { 'X-Key': 'of the binding', Accept: 'c/d', Authorization: 'Bearer t' } },
      { headers },
    );
    const [raw = ''] = server.requests;
    expect(raw).toContain('x-key: of the binding\r\n');
    expect(raw).toContain('accept: c/d\r\n');
    expect(raw).toContain('authorization: Bearer t\r\n');
    expect(raw).toContain('cookie: a=1\r\n');
    expect(raw).not.toMatch(/of the argument|a\/b/);
  });

  it('is not followed to where it is redirected', async () => {
    const elsewhere = await startRecordingServer();
    for (const status of ['301 Moved', '302 Found', '303 See', '307 Temporary', '308 Permanent']) {
      const { outcome, server } = await sendTo(answering(status, { location: `${elsewhere.origin}/?k=s3cret-value` }), {
        credentialHeaders: { authorization: 't' },
      });
      expect(outcome).toEqual({
        ok: false,
        code: 'failed',
        started: true,
        error: `HTTP ${status.slice(0, 3)}: redirects are not followed; it leads to ${elsewhere.origin}/?k=[redacted]`,
      });
      expect(server.requests).toHaveLength(1);
    }
    expect(elsewhere.requests).toEqual([]);
  });

  it('keeps its connection for the next one, and closes it with the requester', async () => {
    const server = await startRecordingServer();
    const requester = createRequester();
    for (let count = 0; count < 10; count += 1)
      expect(await requester.send(requestTo(server.origin), options())).toEqual({ ok: true, output: '{}' });
    expect(server.requests).toHaveLength(10);
    expect(server.connections()).toBeLessThanOrEqual(2);
    await requester.close();
  });
});

describe('an address', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]'])(
    'of this machine is not connected to unless it was allowed: %s',
    async (host) => {
      const server = await startRecordingServer();
      const origin = `http://${host}:${new URL(server.origin).port}`;
      const outcome = await openRequester().send(requestTo(origin), options({ allowed: [] }));
      expect(outcome).toMatchObject({ ok: false, code: 'sandbox', started: false });
      expect(outcome.ok ? '' : outcome.error).toMatch(
        /^sandbox: server http:\S+ resolves to an address that is not allowed: (?:127\.0\.0\.1|::1) is a loopback address; the operator can allow it/,
      );
      expect(server.connections()).toBe(0);
    },
  );

  it.each([
    'http://10.0.0.1',
    'http://169.254.169.254',
    'http://[fd00::1]',
    'http://[::ffff:10.0.0.1]',
    'http://0.0.0.0',
  ])('%s is none that loopback allows', async (origin) => {
    const outcome = await openRequester().send(requestTo(origin), options({ timeoutMs: 2000 }));
    expect(outcome).toMatchObject({ ok: false, code: 'sandbox', started: false });
  });

  it('is allowed for one pack and not for another by the same requester', async () => {
    const server = await startRecordingServer();
    const requester = openRequester();
    expect(await requester.send(requestTo(server.origin), options())).toMatchObject({ ok: true });
    expect(await requester.send(requestTo(server.origin), options({ allowed: [] }))).toMatchObject({
      ok: false,
      started: false,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('that nobody listens at is a failure before anything was sent', async () => {
    const outcome = await openRequester().send(requestTo('http://127.0.0.1:1'), options());
    expect(outcome).toMatchObject({
      ok: false,
      code: 'failed',
      started: false,
      error: expect.stringContaining('ECONNREFUSED') as string,
    });
  });
});

describe('a certificate', () => {
  const openssl = (() => {
    try {
      return execFileSync('openssl', ['version']).length > 0;
    } catch {
      console.log('skipped: no openssl to make a certificate with');
      return false;
    }
  })();

  it.skipIf(!openssl)('that nobody vouches for ends the request before it is sent', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hcp-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        key,
        '-out',
        cert,
        '-subj',
        '/CN=localhost',
        '-days',
        '1',
      ],
      { stdio: 'ignore' },
    );
    const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    const { server, outcome } = await sendTo({ tls }, { credentialHeaders: { authorization: 'Bearer t' } });
    expect(outcome).toMatchObject({ ok: false, code: 'failed', started: false });
    expect(server.requests).toEqual([]);
  });
});

describe('an answer', () => {
  it.each([
    ['JSON', json, '{"id":9007199254740993,"b":1.0}', '{"id":9007199254740993,"b":1.0}'],
    ['+json', { 'content-type': 'application/hal+json; charset=utf-8' }, '[1]', '[1]'],
    ['JSON that is broken', json, '{"a":', '{"a":'],
    ['text that looks like a number', { 'content-type': 'text/plain' }, '0123', '"0123"'],
    ['text that looks like JSON', { 'content-type': 'text/plain' }, '{"a":1}', '"{\\"a\\":1}"'],
    ['a page', { 'content-type': 'text/html' }, '<p>"', '"<p>\\""'],
    ['of no type', {}, '[2]', '[2]'],
    ['text of another charset', { 'content-type': 'text/plain; charset=iso-8859-1' }, new Uint8Array([0xfc]), '"ü"'],
    ['text of an unknown charset', { 'content-type': 'text/plain; charset=x-none' }, 'a', '"a"'],
    ['bytes', { 'content-type': 'application/octet-stream' }, new Uint8Array([0xff, 0x41]), '"\ufffdA"'],
    ['nothing', json, '', 'null'],
  ])('that is %s', async (...[, headers, body, output]) => {
    expect((await sendTo(answering('200 OK', headers, body))).outcome).toEqual({ ok: true, output });
  });

  it('without a body is null', async () => {
    expect((await sendTo({ answer: () => 'HTTP/1.1 204 No Content\r\n\r\n' })).outcome).toEqual({
      ok: true,
      output: 'null',
    });
    expect((await sendTo(answering('200 OK', json, ''), {}, { method: 'HEAD' })).outcome).toEqual({
      ok: true,
      output: 'null',
    });
  });

  it.each([
    ['500 Oops', json, '{"error": ', 'HTTP 500: {"error":'],
    ['404 Not Found', { 'content-type': 'text/html' }, '<h1>no</h1>\n', 'HTTP 404: <h1>no</h1>'],
    ['401 Unauthorized', json, '{"token":"s3cret-value"}', 'HTTP 401: {"token":"[redacted]"}'],
    ['503 Busy', {}, '', 'HTTP 503'],
    ['304 Not Modified', {}, '', 'HTTP 304'],
  ])('of status %s is a failure with what it says', async (...[status, headers, body, error]) => {
    expect((await sendTo(answering(status, headers, body))).outcome).toEqual({
      ok: false,
      code: 'failed',
      started: true,
      error,
    });
  });

  it('of a failure is cut, and secrets leave it before', async () => {
    const { outcome } = await sendTo(
      answering('500 Oops', {}, `${'x'.repeat(1995)}s3cret-value${'y'.repeat(300_000)}`),
    );
    expect(outcome.ok ? '' : outcome.error).toBe(`HTTP 500: ${'x'.repeat(1995)}[reda…`);
  });

  it('that is compressed unasked is a failure that says so', async () => {
    const { outcome } = await sendTo(answering('200 OK', { ...json, 'content-encoding': 'gzip' }, gzipSync('{}')));
    expect(outcome).toMatchObject({
      ok: false,
      error: 'HTTP 200: the body has content-encoding gzip, which was not asked for',
    });
  });

  it('over the limit is refused and never cut, whatever length it claims', async () => {
    const server = await startRecordingServer({
      answer: (_, socket) => {
        const more = (): void => {
          while (!socket.destroyed && socket.write('x'.repeat(65_536)));
        };
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.on('drain', more);
        more();
        return null;
      },
    });
    const outcome = await openRequester().send(requestTo(server.origin), options({ maxOutputBytes: 100_000 }));
    expect(outcome).toEqual({
      ok: false,
      code: 'output_exceeded',
      started: true,
      error: 'output exceeded 100000 bytes',
    });
  });

  it('may take longer than a timer can', async () => {
    expect((await sendTo({}, { timeoutMs: 1e12 })).outcome).toMatchObject({ ok: true });
  });

  it('of just the limit is whole', async () => {
    const body = `"${'x'.repeat(98)}"`;
    expect((await sendTo(answering('200 OK', json, body), { maxOutputBytes: 100 })).outcome).toEqual({
      ok: true,
      output: body,
    });
    expect((await sendTo(answering('200 OK', json, body), { maxOutputBytes: 99 })).outcome).toMatchObject({
      code: 'output_exceeded',
    });
  });

  it.each([
    ['never comes', () => null],
    ['never ends', () => 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'],
  ])('that %s ends at the timeout', async (_, answer) => {
    const { outcome } = await sendTo({ answer }, { timeoutMs: 200 });
    expect(outcome).toEqual({ ok: false, code: 'timed_out', started: true, error: 'timed out after 200 ms' });
  });

  it('that breaks off is a failure of a request that was sent', async () => {
    const answer: Answering['answer'] = (_, socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc');
      return null;
    };
    expect((await sendTo({ answer })).outcome).toMatchObject({ ok: false, code: 'failed', started: true });
    expect((await sendTo({ answer: (_, socket) => (socket.destroy(), null) })).outcome).toMatchObject({
      ok: false,
      code: 'failed',
      started: true,
    });
    expect((await sendTo({ answer: () => 'nonsense\r\n\r\n' })).outcome).toMatchObject({
      ok: false,
      code: 'failed',
      started: true,
    });
  });
});

describe('a cancelled call', () => {
  it('that had not begun sends nothing', async () => {
    const { outcome, server } = await sendTo({}, { signal: AbortSignal.abort() });
    expect(outcome).toEqual({ ok: false, code: 'cancelled', started: false, error: 'cancelled' });
    expect(server.connections()).toBe(0);
  });

  it('that is under way ends at once', async () => {
    const control = new AbortController();
    const answer = (): null => {
      control.abort();
      return null;
    };
    const { outcome } = await sendTo({ answer }, { signal: control.signal });
    expect(outcome).toMatchObject({ ok: false, code: 'cancelled', error: 'cancelled', started: true });
  });
});
