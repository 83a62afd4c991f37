import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHome, exec, openClient, type Client, type Daemon, type TestHome } from './daemon-harness.js';

let home: TestHome;
let daemon: Daemon;
let ada: Client;
let bobToken: string;

beforeAll(async () => {
  home = await createHome();
  const adaToken = await home.token('ada');
  bobToken = await home.token('bob', ['*.read']);
  daemon = await home.start('--listen', '127.0.0.1:0');
  ada = await openClient(daemon, adaToken);
});
afterAll(() => home.remove());

const error = (code: string): object => ({ error: code, message: expect.any(String) as string });

describe('sessions', () => {
  it('are made with an id of 128 random bits and answered 201', async () => {
    const made = await daemon.ask({ method: 'POST', path: '/v1/sessions', token: ada.token });
    const session = made.json as Record<string, unknown>;
    expect(made.status).toBe(201);
    expect(Object.keys(session)).toEqual(['id', 'project_id', 'activated', 'expires_at']);
    expect(session).toMatchObject({ project_id: null, activated: [] });
    expect(made.headers.location).toBe(`/v1/sessions/${String(session['id'])}`);
    expect(String(session['id'])).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    expect(Date.parse(String(session['expires_at']))).toBeGreaterThan(Date.now());
  });

  it('take a body that names no project, or one of the principal', async () => {
    const ask = (body: string) =>
      daemon.ask({
        method: 'POST',
        path: '/v1/sessions',
        token: ada.token,
        body,
        headers: { 'content-type': 'application/json' },
      });
    expect((await ask('{}')).status).toBe(201);
    expect((await ask('{"project_id":null}')).status).toBe(201);
    expect(await ask('{"project_id":"elsewhere"}')).toMatchObject({ status: 403, json: error('foreign_project') });
  });

  it.each([
    ['an unknown member', '{"project":"x"}'],
    ['a number for the project', '{"project_id":1}'],
    ['a doubled key', '{"project_id":"a","project_id":"b"}'],
    ['a list', '[]'],
    ['no JSON', '{'],
    ['10,000 levels', `${'['.repeat(8000)}${']'.repeat(8000)}`],
  ])('refuse %s in the body with 400', async (_what, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await daemon.ask({ method: 'POST', path: '/v1/sessions', token: ada.token, body, headers });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json as object)).toEqual(['error', 'message']);
  });

  it('are shown, get packs and lose them, and end', async () => {
    const { session } = await openClient(daemon, ada.token);
    const path = `/v1/sessions/${session}`;
    const { token } = ada;
    expect((await daemon.ask({ path, token })).json).toMatchObject({ id: session, activated: ['probe'] });
    const removed = await daemon.ask({ method: 'DELETE', path: `${path}/packs/probe`, token });
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await daemon.ask({ path, token })).json).toMatchObject({ activated: [] });
    expect((await daemon.ask({ method: 'DELETE', path, token })).status).toBe(204);
    expect(await daemon.ask({ path, token })).toMatchObject({ status: 404, json: error('unknown_session') });
    expect((await daemon.ask({ method: 'DELETE', path, token })).status).toBe(404);
  });

  it('of someone else read as unknown on every route', async () => {
    const path = `/v1/sessions/${ada.session}`;
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['PUT', '/packs/probe'],
      ['DELETE', '/packs/probe'],
    ] as const) {
      const answer = await daemon.ask({ method, path: `${path}${suffix}`, token: bobToken });
      expect(answer, method).toMatchObject({ status: 404, json: error('unknown_session') });
    }
    expect((await daemon.ask({ path, token: ada.token })).status).toBe(200);
  });

  it('take no pack that is not installed', async () => {
    const answer = await daemon.ask({
      method: 'PUT',
      path: `/v1/sessions/${ada.session}/packs/nope`,
      token: ada.token,
    });
    expect(answer).toMatchObject({ status: 404, json: error('unknown_pack') });
  });

  it('are a thousand, each with its own', async () => {
    const make = async () => {
      const answer = await daemon.ask({ method: 'POST', path: '/v1/sessions', token: ada.token });
      return (answer.json as { readonly id: string }).id;
    };
    const ids = await Promise.all(Array.from({ length: 1000 }, make));
    expect(new Set(ids).size).toBe(1000);
    const last = await daemon.ask({ path: `/v1/sessions/${ids.at(-1) ?? ''}`, token: ada.token });
    expect(last.json).toMatchObject({ id: ids.at(-1), activated: [] });
  });
});

describe('packs', () => {
  it('are listed without paths or reasons', async () => {
    const { status, json, text } = await daemon.ask({ path: '/v1/packs', token: bobToken });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      packs: [{ id: 'probe', name: 'Probe', kind: 'wrap', available: true, bootstrap: false }],
    });
    expect(text).not.toContain(home.folder);
  });

  it('are shown with what each verb asks for', async () => {
    const { json, text } = await daemon.ask({ path: '/v1/packs/probe', token: bobToken });
    const { verbs } = json as { readonly verbs: readonly object[] };
    expect(verbs).toContainEqual({
      key: 'write',
      description: 'A gated write.',
      access: 'write',
      capability: 'probe.write',
      confirm: true,
      arguments: [],
      args: null,
    });
    expect(verbs).toContainEqual(
      expect.objectContaining({
        key: 'echo',
        arguments: ['text'],
        args: { type: 'object', additionalProperties: false, properties: { text: { type: 'string' } } },
      }),
    );
    expect(text).not.toContain(home.folder);
  });

  it('give their Skill as text', async () => {
    const { text, headers } = await daemon.ask({ path: '/v1/packs/probe/skill', token: bobToken });
    expect(text).toBe(readFileSync(join(home.folder, 'probe', 'HARNESS.md'), 'utf8'));
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
  });

  it.each([
    'nope',
    '__proto__',
    'constructor',
    '..',
    '%2e%2e',
    'probe%2Fskill',
    '%252e',
    'PROBE',
    'probe%20',
    'x'.repeat(300),
  ])('of the id %s are unknown', async (id) => {
    for (const path of [`/v1/packs/${id}`, `/v1/packs/${id}/skill`]) {
      expect(await daemon.ask({ path, token: bobToken })).toMatchObject({ status: 404, json: error('unknown_pack') });
    }
  });

  it('have their ids decoded exactly once', async () => {
    expect((await daemon.ask({ path: '/v1/packs/%70robe', token: bobToken })).status).toBe(200);
    expect((await daemon.ask({ path: '/v1/packs/%2570robe', token: bobToken })).status).toBe(404);
    const malformed = await daemon.ask({ path: '/v1/packs/%zz', token: bobToken });
    expect([malformed.status, Object.keys(malformed.json as object)]).toEqual([400, ['error', 'message']]);
  });
});

describe('exec', () => {
  it('answers the very line of the command line, with the call beside it', async () => {
    const answer = await daemon.ask(exec(ada, 'digits'));
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"ok":true,"pack_id":"probe","verb_key":"digits","result":{"n":12345678901234567890}}\n');
    expect(answer.headers).toMatchObject({
      'hcp-step': '9',
      'hcp-exit-status': '0',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.headers['hcp-call-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(answer.headers['hcp-duration-ms'])).toBeGreaterThan(0);
  });

  it('gives the same over the unix socket', async () => {
    expect((await daemon.askUnix(exec(ada, 'digits'))).text).toBe((await daemon.ask(exec(ada, 'digits'))).text);
  });

  it.each([
    ['a pack there is not', { pack_id: 'nope', verb_key: 'echo' }, ['unknown pack nope', '1', '3']],
    ['a name of the prototype', { pack_id: '__proto__', verb_key: 'echo' }, ['unknown pack __proto__', '1', '3']],
    ['no Policy entry', { pack_id: 'probe', verb_key: 'unruled' }, ['no policy for unruled', '3', '3']],
    ['no confirm', { pack_id: 'probe', verb_key: 'write' }, ['confirm required', '6', '3']],
    [
      'a wrong argument',
      { pack_id: 'probe', verb_key: 'echo', args: { text: 1 } },
      ['invalid args: /text must be a string, not a number', '6b', '3'],
    ],
    ['the alias and a failure', { surface_id: 'probe', verb_key: 'fail' }, ['no such thing\n', '8', '1']],
  ])('answers 200 and a denial for %s', async (_what, envelope, [message, step, exitStatus]) => {
    const answer = await daemon.ask(exec(ada, '', { body: JSON.stringify(envelope) }));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ ok: false, error: message });
    expect(answer.headers).toMatchObject({ 'hcp-step': step, 'hcp-exit-status': exitStatus });
  });

  it('answers 200 and denials where there is no session, no capability or no token', async () => {
    const withoutSession = await daemon.ask(exec({ token: ada.token }, 'echo'));
    expect(withoutSession.json).toMatchObject({ ok: false, error: 'pack probe not activated' });
    const foreign = await daemon.ask(exec({ token: bobToken, session: ada.session }, 'echo'));
    expect(foreign.json).toMatchObject({ ok: false });
    expect(foreign.headers['hcp-step']).toMatch(/^[24]$/);
    const bob = await openClient(daemon, bobToken);
    const gated = await daemon.ask(exec(bob, 'write', { args: { confirm: true } }));
    expect(gated.json).toMatchObject({ error: 'denied: missing probe.write for probe.write' });
    for (const token of [undefined, 'hcp_nonsense', `${ada.token}x`]) {
      const answer = await daemon.ask(
        exec({ session: ada.session, ...(token === undefined ? {} : { token }) }, 'echo'),
      );
      expect(answer).toMatchObject({ status: 200, json: { ok: false, error: 'denied: unauthenticated' } });
      expect(answer.headers['hcp-step']).toBe('4');
    }
  });

  it.each([
    ['no JSON', 'nonsense'],
    ['an empty body', ''],
    ['a doubled key', '{"pack_id":"probe","pack_id":"probe","verb_key":"echo"}'],
    ['a doubled key in another spelling', '{"pack_id":"probe","verb_key":"echo","args":{"a":1,"\\u0061":2}}'],
    ['10,000 levels', `{"pack_id":"probe","verb_key":"echo","args":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['an integer that JSON rounds', '{"pack_id":"probe","verb_key":"echo","args":{"n":9007199254740993}}'],
    ['a byte order mark', '\uFEFF{"pack_id":"probe","verb_key":"echo"}'],
  ])('answers 400 and an envelope for %s', async (_what, body) => {
    const answer = await daemon.ask(exec(ada, '', { body }));
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      ok: false,
      pack_id: '',
      verb_key: '',
      error: expect.stringMatching(/^invalid envelope: /) as string,
    });
    expect(answer.headers['hcp-exit-status']).toBe('2');
  });

  it('answers 413 and an envelope for a body over 1 MiB, and takes one of exactly that size', async () => {
    const envelope = (size: number) => {
      const head = '{"pack_id":"probe","verb_key":"echo","x":"';
      return `${head}${'x'.repeat(size - head.length - 2)}"}`;
    };
    const over = await daemon.ask(exec(ada, '', { body: envelope(1024 * 1024 + 1) }));
    expect(over.status).toBe(413);
    expect(over.text).toBe(
      '{"ok":false,"pack_id":"","verb_key":"","error":"invalid envelope: more than 1048576 bytes"}\n',
    );
    expect((await daemon.ask(exec(ada, '', { body: envelope(1024 * 1024) }))).json).toMatchObject({ ok: true });
  });

  it('runs nothing a second time for a key that was used, and lets another principal use it', async () => {
    const once = { headers: { 'hcp-idempotency-key': 'transfer-1' } };
    const before = home.noted('witness').length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => daemon.ask(exec(ada, 'echo', once))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.json).toMatchObject(error('key_used'));
    expect(home.noted('witness').length).toBe(before + 1);
    const bob = await openClient(daemon, bobToken);
    expect((await daemon.ask(exec(bob, 'echo', once))).status).toBe(200);
    const odd = await daemon.ask(exec(ada, 'echo', { headers: { 'hcp-idempotency-key': 'a b' } }));
    expect(odd).toMatchObject({ status: 400, json: error('invalid_idempotency_key') });
  });

  it('spends no key on a body that is no envelope', async () => {
    const once = { headers: { 'hcp-idempotency-key': 'transfer-2' } };
    expect((await daemon.ask(exec(ada, '', { ...once, body: '{' }))).status).toBe(400);
    expect((await daemon.ask(exec(ada, 'echo', once))).status).toBe(200);
  });

  it('runs what the operator approved, that very call of that very session, once', async () => {
    const call = (text: string, client = ada) =>
      daemon.ask(exec(client, 'approved', { args: { text, confirm: true } }));
    expect((await call('this')).json).toMatchObject({ ok: false, error: 'approval required' });
    await home.withHost(async ({ approvals }) => {
      const pending = await approvals.pending();
      expect(pending).toMatchObject([{ principal_id: 'ada', verb_key: 'approved', args: { text: 'this' } }]);
      await approvals.approve(pending[0]?.id ?? '');
    });
    const other = await openClient(daemon, ada.token);
    expect((await call('that')).json).toMatchObject({ error: 'approval required' });
    expect((await call('this', other)).json).toMatchObject({ error: 'approval required' });
    expect((await call('this')).json).toMatchObject({ ok: true, result: { text: 'this' } });
    expect((await call('this')).json).toMatchObject({ error: 'approval required' });
  });

  it('records the traceparent of the call', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { headers } = await daemon.ask(exec(ada, 'echo', { headers: { traceparent } }));
    const records = (await home.records()).filter(({ call_id }) => call_id === headers['hcp-call-id']);
    expect(records).toMatchObject([
      { event: 'intent', face: 'http', principal: 'ada', tenant: 'acme', traceparent },
      { event: 'outcome', ok: true, traceparent },
    ]);
  });

  it('passes nothing of its own environment on', async () => {
    const { json } = await daemon.ask(exec(ada, 'environment'));
    const { result } = json as { readonly result: string };
    expect(result).toContain('HCP_SANDBOX=native-local');
    expect(result).not.toContain('HCP_HOME=');
    expect(result).not.toContain(ada.token);
  });
});

describe('the operations', () => {
  it('tell anyone that the daemon is alive and ready', async () => {
    expect(await daemon.ask({ path: '/healthz' })).toMatchObject({ status: 200, json: { alive: true } });
    expect(await daemon.ask({ path: '/readyz' })).toMatchObject({ status: 200, json: { ready: true } });
  });

  it('count calls under names that no invoker makes up', async () => {
    await daemon.ask(exec(ada, '', { body: '{"pack_id":"made-up-pack","verb_key":"made-up-verb"}' }));
    await daemon.ask(exec(ada, 'made-up-verb'));
    await daemon.ask(exec(ada, 'fail'));
    const { status, text, headers } = await daemon.ask({ path: '/metrics', token: bobToken });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toMatch(/^hcp_calls_total\{pack="probe",verb="fail",step="8",ok="false"\} \d+$/m);
    expect(text).toMatch(/^hcp_calls_total\{pack="other",verb="other",step="1",ok="false"\} \d+$/m);
    expect(text).toMatch(/^hcp_calls_total\{pack="probe",verb="other",step="3",ok="false"\} \d+$/m);
    expect(text).toMatch(/^hcp_call_duration_seconds_count\{ok="true"\} \d+$/m);
    expect(text).toMatch(/^hcp_calls_running 0$/m);
    expect(text).toMatch(/^hcp_calls_queued 0$/m);
    expect(text).toMatch(/^hcp_refused_unauthenticated_total \d+$/m);
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain('made-up');
  });

  it('describe the API as OpenAPI 3.1', async () => {
    const { json } = await daemon.ask({ path: '/openapi.json', token: bobToken });
    const { openapi, paths } = json as { readonly openapi: string; readonly paths: Record<string, object> };
    expect(openapi).toBe('3.1.0');
    expect(
      Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`)),
    ).toEqual([
      'post /v1/exec',
      'post /v1/sessions',
      'get /v1/sessions/{id}',
      'delete /v1/sessions/{id}',
      'put /v1/sessions/{id}/packs/{pack_id}',
      'delete /v1/sessions/{id}/packs/{pack_id}',
      'get /v1/packs',
      'get /v1/packs/{id}',
      'get /v1/packs/{id}/skill',
      'get /healthz',
      'get /readyz',
      'get /metrics',
      'get /openapi.json',
    ]);
  });
});

describe('every route', () => {
  it.each([
    ['POST', '/v1/sessions'],
    ['GET', '/v1/sessions/x'],
    ['DELETE', '/v1/sessions/x'],
    ['PUT', '/v1/sessions/x/packs/probe'],
    ['GET', '/v1/packs'],
    ['GET', '/v1/packs/probe'],
    ['GET', '/v1/packs/probe/skill'],
    ['GET', '/metrics'],
    ['GET', '/openapi.json'],
  ])('asks for a token: %s %s', async (method, path) => {
    const answer = await daemon.ask({ method, path });
    expect(answer).toMatchObject({ status: 401, json: error('unauthenticated') });
    expect(answer.headers['www-authenticate']).toContain('Bearer');
  });

  it.each([
    ['GET', '/v1/exec', 'POST'],
    ['PATCH', '/v1/sessions', 'POST'],
    ['POST', '/v1/packs/probe', 'GET, HEAD'],
    ['OPTIONS', '/v1/exec', 'POST'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['PROPFIND', '/v1/packs', 'GET, HEAD'],
  ])('takes its own methods only: %s %s', async (method, path, allow) => {
    const answer = await daemon.ask({ method, path, token: ada.token });
    expect(answer).toMatchObject({ status: 405, json: error('method_not_allowed') });
    expect(answer.headers.allow).toBe(allow);
  });

  it.each(['/', '/v1', '/v1/exec/', '//v1/packs', '/V1/packs', '/v1/packs/', '/v1/packs/a/b', '/v1/../v1/packs'])(
    'is spelt exactly: %s is none',
    async (path) => {
      const answer = await daemon.ask({ path, token: ada.token });
      expect(answer.status).toBe(404);
      expect(answer.json).toMatchObject(error(path === '/v1/packs/' ? 'unknown_pack' : 'not_found'));
    },
  );

  it('takes the token from the header only', async () => {
    for (const name of ['token', 'access_token', 'TOKEN']) {
      const answer = await daemon.ask({ path: `/v1/packs?${name}=${ada.token}` });
      expect(answer).toMatchObject({ status: 400, json: error('token_in_url') });
    }
    expect((await daemon.ask({ path: '/v1/packs', headers: { authorization: ada.token } })).status).toBe(401);
    expect((await daemon.ask({ path: '/v1/packs', headers: { authorization: `bearer ${ada.token}` } })).status).toBe(
      200,
    );
    expect(daemon.stderr()).not.toContain(ada.token);
  });
});

describe('what changes in the home', () => {
  it('holds from the next request: tokens, and packs', async () => {
    const token = await home.token('eve');
    expect((await daemon.ask({ path: '/v1/packs', token })).status).toBe(200);
    await home.withHost(async ({ tokens }) => {
      const mine = (await tokens.list()).find(({ principal }) => principal.id === 'eve');
      await tokens.revoke(mine?.id ?? '');
    });
    expect((await daemon.ask({ path: '/v1/packs', token })).status).toBe(401);

    const policy = join(home.folder, 'probe', 'policy.json');
    const text = readFileSync(policy, 'utf8');
    writeFileSync(policy, text.replace('"echo": { "access": "read" }', '"echo": { "access": "write" }'));
    expect((await daemon.ask(exec(ada, 'echo'))).json).toMatchObject({ error: 'unknown pack probe' });
    expect((await daemon.ask({ path: '/v1/packs', token: ada.token })).json).toMatchObject({
      packs: [{ available: false }],
    });
    await home.withHost(({ packs }) =>
      packs.install(join(home.folder, 'probe'), { allow: true, update: true, acceptPaths: [] }),
    );
    expect((await daemon.ask(exec(ada, 'echo'))).json).toMatchObject({ error: 'confirm required' });
  });

  it('is not taken up by halves: a broken packs.lock.json refuses calls and readiness until it is whole again', async () => {
    const file = join(home.home, 'packs.lock.json');
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.slice(0, -20));
    expect((await daemon.ask(exec(ada, 'digits'))).json).toMatchObject({ ok: false });
    await expect.poll(async () => (await daemon.ask({ path: '/readyz' })).status, { timeout: 5000 }).toBe(503);
    writeFileSync(file, whole);
    expect((await daemon.ask(exec(ada, 'digits'))).json).toMatchObject({ ok: true });
    await expect.poll(async () => (await daemon.ask({ path: '/readyz' })).status, { timeout: 5000 }).toBe(200);
  });
});
