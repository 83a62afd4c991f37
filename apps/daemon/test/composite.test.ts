import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createHome,
  isRunning,
  openClient,
  waitUntil,
  type Client,
  type Daemon,
  type TestHome,
} from './daemon-harness.js';

/** The composite pack that the tests of `hcp` call too. */
const blend = join(import.meta.dirname, '..', '..', 'cli', 'test', 'fixtures', 'blend');
const trusting = { allow: true, update: false, acceptPaths: [], trustCode: true } as const;
let home: TestHome;
let daemon: Daemon;
let client: Client;

beforeAll(async () => {
  home = await createHome();
  cpSync(blend, join(home.folder, 'blend'), { recursive: true });
  await home.withHost(({ packs }) => packs.install(join(home.folder, 'blend'), trusting));
  daemon = await home.start();
  client = await openComposite('ada');
});
afterAll(() => home.remove());

async function openComposite(id: string): Promise<Client> {
  const opened = await openClient(daemon, await home.token(id, ['probe.*', 'blend.*']));
  const path = `/v1/sessions/${opened.session}/packs/blend`;
  expect((await daemon.ask({ method: 'PUT', path, token: opened.token })).status).toBe(204);
  return opened;
}

async function answerOf(verb: string, args: object = {}, { as = client, signal = {} } = {}): Promise<unknown> {
  const { token, session } = as;
  const body = JSON.stringify({ pack_id: 'blend', verb_key: verb, args });
  const headers = { 'content-type': 'application/json', 'hcp-session': session };
  return (await daemon.ask({ method: 'POST', path: '/v1/exec', token, headers, body, ...signal })).json;
}

const echo = (text: string): object => ({ call: { pack_id: 'probe', verb_key: 'echo', args: { text } } });
const inner = (text: string): object => ({ result: { ok: true, result: { text } } });

describe('a composite over HTTP', () => {
  it('calls other verbs on the session and with the token of its caller', async () => {
    expect(await answerOf('ask', echo('hello'))).toMatchObject(inner('hello'));
    const records = (await home.records()).filter(({ event, face }) => event === 'intent' && face === 'composite');
    expect(records[0]).toMatchObject({ pack_id: 'probe', principal: 'ada', session_id: client.session });
    const token = await home.token('eve', ['blend.*']);
    const poor = { ...(await openComposite('eve')), token };
    expect(await answerOf('ask', echo('hello'), { as: poor })).toMatchObject({
      ok: false,
      error: 'probe echo: denied: missing probe.read for probe.echo',
    });
  });

  it('that never ends is ended at its timeout, and others are served meanwhile', async () => {
    const loops = [answerOf('loop'), answerOf('loop')];
    expect(await answerOf('ask', echo('meanwhile'))).toMatchObject(inner('meanwhile'));
    expect(await Promise.all(loops)).toMatchObject([
      { ok: false, error: 'timed out after 1000 ms' },
      { ok: false, error: 'timed out after 1000 ms' },
    ]);
  });

  it.each([
    ['leave', 'verb "leave" ended its thread (exit 1) before it answered'],
    ['fill', 'verb "fill" used more than 128 MiB of memory'],
    ['late', 'verb "late" ended with an error that nothing caught: late'],
  ])('that does %s takes nothing with it', async (verb, error) => {
    expect(await answerOf(verb)).toMatchObject({ ok: false, error: expect.stringContaining(error) as string });
    expect(await answerOf('ask', echo('after'))).toMatchObject(inner('after'));
    expect(isRunning(daemon.pid)).toBe(true);
  });

  it('whose thread hangs in the system is answered, and does not keep the daemon from ending', async () => {
    const own = await createHome();
    const pack = join(own.folder, 'blend');
    cpSync(blend, pack, { recursive: true });
    const never = join(own.folder, 'never.fifo');
    execFileSync('mkfifo', [never]);
    const text = `import { readFileSync } from 'node:fs';
      export const handlers = { loop: () => readFileSync(${JSON.stringify(never)}), leave: () => 1 };`;
    writeFileSync(join(pack, 'composite.js'), text);
    await own.withHost(({ packs }) => packs.install(pack, trusting));
    const hung = await own.start();
    const { token, session } = await openClient(hung, await own.token('ada', ['probe.*', 'blend.*']));
    await hung.ask({ method: 'PUT', path: `/v1/sessions/${session}/packs/blend`, token });
    const headers = { 'content-type': 'application/json', 'hcp-session': session };
    const ask = async (verb: string): Promise<unknown> => {
      const body = JSON.stringify({ pack_id: 'blend', verb_key: verb });
      return (await hung.ask({ method: 'POST', path: '/v1/exec', token, headers, body })).json;
    };
    expect(await ask('loop')).toMatchObject({ ok: false, error: 'timed out after 1000 ms' });
    expect(await ask('leave')).toMatchObject({ ok: true, result: 1 });
    hung.signal('SIGTERM');
    expect((await hung.ended).status).toBe(0);
    expect(hung.stderr()).toContain('the handler of loop is inside a call of the system that does not return');
    await own.remove();
  });
  it('is cancelled with all it started when its client goes away', async () => {
    const leave = new AbortController();
    const sleep = { call: { pack_id: 'probe', verb_key: 'sleep', args: { seconds: '600' } } };
    const asked = answerOf('ask', sleep, { signal: { signal: leave.signal } }).catch(() => undefined);
    await waitUntil(() => home.noted('children').length > 0);
    leave.abort();
    await asked;
    const pids = home.noted('children').map(Number);
    await waitUntil(() => pids.every((pid) => !isRunning(pid)));
    await waitUntil(async () =>
      (await home.records()).some(
        ({ event, error, pack_id }) => event === 'outcome' && error === 'cancelled' && pack_id === 'blend',
      ),
    );
  });

  it('answers 200 callers, each with its own', { timeout: 120_000 }, async () => {
    const texts = Array.from({ length: 200 }, (_, at) => `text-${at}`);
    const answers: unknown[] = [];
    const clients = await Promise.all(Array.from({ length: 10 }, (_, at) => openComposite(`client-${at}`)));
    await Promise.all(
      texts.map(async (text, at) => {
        for (;;) {
          const answer = await answerOf('ask', echo(text), { as: clients[at % 10] ?? client });
          answers[at] = answer;
          // More than the daemon takes at a time is told to come again.
          if (!Object.hasOwn(answer as object, 'message')) return;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }),
    );
    expect(answers).toMatchObject(texts.map(inner));
  });
});
