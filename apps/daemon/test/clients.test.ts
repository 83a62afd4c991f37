import { Agent } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createHome,
  exec,
  isRunning,
  openClient,
  waitUntil,
  type Answer,
  type Client,
  type Daemon,
  type TestHome,
} from './daemon-harness.js';
import { head } from './raw-client.js';

const rounds = 50;
let home: TestHome;

beforeAll(async () => {
  home = await createHome();
});
afterAll(() => home.remove());

let daemon: Daemon | undefined;
async function start(...flags: readonly string[]): Promise<Daemon> {
  daemon = await home.start('--listen', '127.0.0.1:0', ...flags);
  return daemon;
}
afterEach(async () => {
  daemon?.signal('SIGTERM');
  await daemon?.ended;
});

async function clientsOf(where: Daemon, count: number): Promise<readonly Client[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => openClient(where, await home.token(`client-${at}`))),
  );
}

const metric = async (where: Daemon, client: Client, name: string): Promise<number> => {
  const { text } = await where.ask({ path: '/metrics', token: client.token });
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
};

describe('a hundred clients at once', () => {
  it(`get each their own answers, ${rounds} rounds long`, async () => {
    const where = await start();
    const clients = await clientsOf(where, 100);
    const wrong: string[] = [];
    await Promise.all(
      clients.map(async (client, name) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let round = 0; round < rounds; round += 1) {
          const text = `client ${name} round ${round}`;
          const answer = await where.ask(exec(client, 'echo', { args: { text }, agent }));
          const expected = `{"ok":true,"pack_id":"probe","verb_key":"echo","result":{"text":"${text}"}}\n`;
          if (answer.status !== 200 || answer.text !== expected) wrong.push(`${text}: ${answer.status} ${answer.text}`);
        }
        agent.destroy();
      }),
    );
    expect(wrong).toEqual([]);
    const outcomes = (await home.records()).filter(
      ({ event, principal }) => event === 'outcome' && /^client-/.test(String(principal)),
    );
    expect(outcomes.length).toBe(100 * rounds);
  }, 120_000);
});

describe('a client that leaves', () => {
  it('ends its call with all of its processes, which is recorded as cancelled', async () => {
    const where = await start();
    const [client] = (await clientsOf(where, 1)) as [Client];
    const before = home.noted('children').length;
    const leaving = new AbortController();
    const call = where.ask(
      exec(client, 'sleep', { args: { seconds: 300 }, signal: leaving.signal, agent: new Agent() }),
    );
    await waitUntil(() => home.noted('children').length > before);
    const child = Number(home.noted('children').at(-1));
    expect(isRunning(child)).toBe(true);
    leaving.abort();
    await expect(call).rejects.toThrow();
    await waitUntil(() => !isRunning(child));
    await waitUntil(async () => (await metric(where, client, 'hcp_calls_running')) === 0);
    expect((await home.records()).at(-1)).toMatchObject({ event: 'outcome', ok: false, error: 'cancelled', step: '8' });
  });

  it('by closing only its own side is gone too', async () => {
    const where = await start();
    const [client] = (await clientsOf(where, 1)) as [Client];
    const before = home.noted('children').length;
    const body = JSON.stringify({ pack_id: 'probe', verb_key: 'sleep', args: { seconds: 300 } });
    const socket = connect({ host: '127.0.0.1', port: where.port });
    socket.write(
      head('POST /v1/exec HTTP/1.1', {
        Host: 'localhost',
        Authorization: `Bearer ${client.token}`,
        'HCP-Session': client.session,
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      }) + body,
    );
    await waitUntil(() => home.noted('children').length > before);
    socket.end();
    await waitUntil(() => !isRunning(Number(home.noted('children').at(-1))));
  });

  it('while its call waits has nothing started for it, and its idempotency key is not spent', async () => {
    const where = await start('--max-running', '1', '--max-running-per-principal', '1');
    const [client] = (await clientsOf(where, 1)) as [Client];
    const before = { children: home.noted('children').length, runs: home.noted('witness').length };
    const blocking = new AbortController();
    const blocker = where.ask(
      exec(client, 'sleep', { args: { seconds: 300 }, signal: blocking.signal, agent: new Agent() }),
    );
    blocker.catch(() => undefined);
    await waitUntil(() => home.noted('children').length > before.children);
    const leaving = new AbortController();
    const headers = { 'hcp-idempotency-key': 'left-early' };
    const waiting = where.ask(exec(client, 'echo', { headers, signal: leaving.signal, agent: new Agent() }));
    await waitUntil(async () => (await metric(where, client, 'hcp_calls_queued')) === 1);
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    await waitUntil(async () => (await metric(where, client, 'hcp_calls_queued')) === 0);
    blocking.abort();
    expect((await where.ask(exec(client, 'echo', { headers }))).status).toBe(200);
    expect(home.noted('witness').length).toBe(before.runs + 2);
  });

  it("that does not read its answer keeps a place of its own and nobody else's", async () => {
    const where = await start('--max-running', '4', '--max-running-per-principal', '2');
    const [greedy, other] = (await clientsOf(where, 2)) as [Client, Client];
    const body = '{"pack_id":"probe","verb_key":"big"}';
    const sockets = Array.from({ length: 6 }, () => {
      const socket = connect({ host: '127.0.0.1', port: where.port });
      socket.pause();
      socket.write(
        head('POST /v1/exec HTTP/1.1', {
          Host: 'localhost',
          Authorization: `Bearer ${greedy.token}`,
          'HCP-Session': greedy.session,
          'Content-Type': 'application/json',
          'Content-Length': String(body.length),
        }) + body,
      );
      return socket;
    });
    await waitUntil(async () => (await metric(where, other, 'hcp_calls_queued')) === 4);
    expect((await where.ask(exec(other, 'echo', { args: { text: 'mine' } }))).json).toMatchObject({
      result: { text: 'mine' },
    });
    expect(await metric(where, other, 'hcp_calls_running')).toBe(2);
    for (const socket of sockets) socket.destroy();
    await waitUntil(async () => (await metric(where, other, 'hcp_calls_running')) === 0);
  });
});

describe('limits', () => {
  it('turn calls without a token away per peer, counted and not recorded', async () => {
    const where = await start('--unauthenticated-burst', '5', '--unauthenticated-rate', '1');
    const [client] = (await clientsOf(where, 1)) as [Client];
    const before = (await home.records()).length;
    const answers = await Promise.all(Array.from({ length: 50 }, () => where.ask(exec({ token: 'wrong' }, 'echo'))));
    const limited = answers.filter(({ status }) => status === 429);
    const denied = answers.filter(({ status }) => status === 200);
    expect(limited.length + denied.length).toBe(50);
    expect(denied.length).toBeGreaterThanOrEqual(5);
    expect(limited.length).toBeGreaterThanOrEqual(40);
    expect(limited[0]).toMatchObject({ json: { error: 'rate_limited' }, headers: { 'retry-after': '1' } });
    expect((await home.records()).length - before).toBe(denied.length);
    expect(await metric(where, client, 'hcp_refused_unauthenticated_total')).toBe(limited.length);
    expect((await where.ask(exec(client, 'echo'))).status).toBe(200);
    expect((await where.ask({ path: '/v1/packs' })).status).toBe(429);
  });

  it('bound the requests of one principal and leave others alone', async () => {
    const where = await start('--burst', '20', '--rate', '1');
    const [greedy, other] = (await clientsOf(where, 2)) as [Client, Client];
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => where.ask({ path: '/v1/packs', token: greedy.token })),
    );
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(30);
    expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await where.ask(exec(other, 'echo'))).json).toMatchObject({ ok: true });
  });

  it('bound what waits, and no principal takes the places of others', async () => {
    const where = await start(
      ...['--max-running', '3', '--max-running-per-principal', '2'],
      ...['--max-queued', '5', '--max-queued-per-principal', '4'],
    );
    const [greedy, other] = (await clientsOf(where, 2)) as [Client, Client];
    const ending = new AbortController();
    const agent = new Agent({ keepAlive: true });
    const full: (Answer | Error)[] = [];
    const sleeps = Array.from({ length: 10 }, () =>
      where
        .ask(exec(greedy, 'sleep', { args: { seconds: 300 }, agent, signal: ending.signal }))
        .then((answer) => full.push(answer))
        .catch((error: unknown) => error as Error),
    );
    await waitUntil(() => full.length === 4);
    for (const answer of full)
      expect(answer).toMatchObject({ status: 429, json: { error: 'queue_full' }, headers: { 'retry-after': '1' } });
    expect((await where.ask(exec(other, 'echo'))).json).toMatchObject({ ok: true });
    expect(await metric(where, other, 'hcp_calls_running')).toBe(2);
    ending.abort();
    await Promise.all(sleeps);
  });

  it('answer 503 when everyone together has too much waiting', async () => {
    const where = await start('--max-running', '1', '--max-running-per-principal', '1', '--max-queued', '1');
    const [first, second] = (await clientsOf(where, 2)) as [Client, Client];
    const ending = new AbortController();
    const sleep = (client: Client) =>
      where
        .ask(exec(client, 'sleep', { args: { seconds: 300 }, agent: new Agent(), signal: ending.signal }))
        .catch((error: unknown) => error as Error);
    const sleeps = [sleep(first)];
    await waitUntil(async () => (await metric(where, first, 'hcp_calls_running')) === 1);
    sleeps.push(sleep(first));
    await waitUntil(async () => (await metric(where, first, 'hcp_calls_queued')) === 1);
    const answer = await where.ask(exec(second, 'echo'));
    expect(answer).toMatchObject({ status: 503, json: { error: 'busy' }, headers: { 'retry-after': '1' } });
    ending.abort();
    await Promise.all(sleeps);
  });
});
