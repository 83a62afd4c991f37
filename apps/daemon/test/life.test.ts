import { existsSync, lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createHome,
  exec,
  isRunning,
  openClient,
  waitUntil,
  type Answer,
  type Daemon,
  type TestHome,
} from './daemon-harness.js';
import { head, rawClient } from './raw-client.js';

let home: TestHome | undefined;

async function newHome(mode?: string): Promise<TestHome> {
  home = await createHome(mode);
  return home;
}
afterEach(async () => {
  await home?.remove();
  home = undefined;
});

/** Calls of one principal that sleep until they are ended; resolved once their children run. */
async function startSleepers(
  where: TestHome,
  daemon: Daemon,
  count: number,
): Promise<{ answers: Promise<Answer | Error>[]; children: () => number[] }> {
  const client = await openClient(daemon, await where.token('ada'));
  const agent = new Agent({ keepAlive: true });
  const answers = Array.from({ length: count }, () =>
    daemon.ask(exec(client, 'sleep', { args: { seconds: 300 }, agent })).catch((error: unknown) => error as Error),
  );
  const children = (): number[] => where.noted('children').map(Number);
  await waitUntil(() => children().length === count);
  return { answers, children };
}

/** Intents without an outcome or a recovery record. */
async function openCalls(where: TestHome): Promise<readonly unknown[]> {
  const records = await where.records();
  const closed = new Set(
    records.filter(({ event }) => event === 'outcome' || event === 'recovery').map(({ call_id }) => call_id),
  );
  return records.filter(({ event, call_id }) => event === 'intent' && !closed.has(call_id));
}

describe('starting', () => {
  it('refuses to start where the mode a daemon has by default does not work, saying why and what to do', async () => {
    const where = await newHome('sandbox');
    await where.withHost(({ configuration }) => configuration.set('sandbox.user', 'nobody-of-that-name'));
    const ended = await where.run();
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toContain('sandbox.user is');
    expect(ended.stderr).toContain('hcp config set sandbox.user null');
    await where.withHost(({ configuration }) => configuration.set('sandbox.mode', null));
    expect((await where.run()).stderr).toContain('sandbox.mode');
    expect(existsSync(join(where.home, 'hcpd.sock'))).toBe(false);
  });

  it('says one line on standard output and JSON alone on standard error', async () => {
    const where = await newHome();
    const daemon = await where.start('--listen', '127.0.0.1:0');
    expect(daemon.socket).toBe(join(where.home, 'hcpd.sock'));
    expect(daemon.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(lstatSync(daemon.socket).mode & 0o777).toBe(0o600);
    daemon.signal('SIGTERM');
    const { stdout, stderr, status } = await daemon.ended;
    expect(status).toBe(0);
    expect(stdout).toBe(`${JSON.stringify({ listening: [`unix:${daemon.socket}`, daemon.url] })}\n`);
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => typeof JSON.parse(line)),
    ).not.toContain('string');
  });

  it('listens on IPv6 loopback too, and without --listen on no port', async () => {
    const where = await newHome();
    const plain = await where.start();
    expect(plain.url).toBe('');
    plain.signal('SIGTERM');
    await plain.ended;
    const six = await where.start('--listen', '[::1]:0').catch((error: unknown) => String(error));
    if (typeof six === 'string') expect(six).toContain('cannot listen on ::1:0: EA');
    else expect(six.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  });

  it('refuses what it cannot listen on, and leaves nothing behind', async () => {
    const where = await newHome();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { readonly port: number };
    const ended = await where.run('--listen', `127.0.0.1:${port}`);
    taken.close();
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain(`cannot listen on 127.0.0.1:${port}: EADDRINUSE`);
    expect(existsSync(join(where.home, 'hcpd.sock'))).toBe(false);
    const long = await where.run('--socket', join(where.folder, 'x'.repeat(120)));
    expect(long).toMatchObject({ status: 1, stderr: expect.stringContaining('over 107 bytes') as string });
    const nowhere = await where.run('--socket', join(where.folder, 'none', 'x.sock'));
    expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot listen on') as string });
  });

  it('refuses a second daemon of the same home, naming the first, which goes on', async () => {
    const where = await newHome();
    const first = await where.start();
    const second = await where.run('--socket', join(where.folder, 'other.sock'));
    expect(second.status).toBe(1);
    expect(second.stderr).toContain(`process ${first.pid}`);
    expect(second.stderr).toContain(first.socket);
    expect((await first.ask({ path: '/readyz' })).status).toBe(200);
  });

  it('takes a stopped daemon for a living one', async () => {
    const where = await newHome();
    const first = await where.start();
    first.signal('SIGSTOP');
    const second = await where.run();
    first.signal('SIGCONT');
    expect(second).toMatchObject({ status: 1, stderr: expect.stringContaining(`process ${first.pid}`) as string });
    expect((await first.ask({ path: '/readyz' })).status).toBe(200);
  });

  it('recovers the socket of a daemon that was killed, at its default path and at another one', async () => {
    const where = await newHome();
    for (const argv of [[], ['--socket', join(where.folder, 'own.sock')]]) {
      const first = await where.start(...argv);
      first.signal('SIGKILL');
      await first.ended;
      expect(lstatSync(first.socket).isSocket()).toBe(true);
      const second = await where.start(...argv);
      expect((await second.ask({ path: '/readyz' })).status).toBe(200);
      second.signal('SIGTERM');
      await second.ended;
      expect(existsSync(first.socket)).toBe(false);
    }
  });

  it('removes nothing that is not its own: a file, a living socket, a socket someone else left', async () => {
    const where = await newHome();
    const path = join(where.folder, 'x.sock');
    writeFileSync(path, 'precious');
    expect((await where.run('--socket', path)).stderr).toContain('is no socket');
    expect(readFileSync(path, 'utf8')).toBe('precious');
    rmSync(path);

    const other = createServer();
    const kept = join(where.folder, 'kept.sock');
    await new Promise<void>((resolve) => other.listen(kept, resolve));
    expect((await where.run('--socket', kept)).stderr).toContain('is in use by another program');
    renameSync(kept, path);
    await new Promise((resolve) => other.close(resolve));
    expect((await where.run('--socket', path)).stderr).toContain('was left behind by another program');
    expect(lstatSync(path).isSocket()).toBe(true);
  });

  it('gives the socket the permission bits that are asked for, and none of them to the programs it runs', async () => {
    const where = await newHome();
    const daemon = await where.start('--socket', join(where.folder, 'x.sock'), '--socket-mode', '0666');
    expect(statSync(daemon.socket).mode & 0o777).toBe(0o666);
    const client = await openClient(daemon, await where.token('ada'));
    await daemon.ask(exec(client, 'echo'));
    const umaskOf = (pid: number | 'self') => /^Umask:.*$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[0];
    expect(umaskOf(daemon.pid)).toBe(umaskOf('self'));
  });
});

describe('an audit that cannot be written', () => {
  it('refuses every call before it runs and readiness with it, until it can be written again', async () => {
    const where = await newHome();
    const daemon = await where.start();
    const client = await openClient(daemon, await where.token('ada'));
    const folder = join(where.home, 'audit');
    expect((await daemon.ask({ path: '/readyz' })).status).toBe(200);
    renameSync(folder, `${folder}.aside`);
    writeFileSync(folder, '');
    const refused = await daemon.ask(exec(client, 'echo'));
    expect(refused).toMatchObject({ status: 200, json: { ok: false, error: 'audit unavailable' } });
    expect(refused.headers).toMatchObject({ 'hcp-step': '6c', 'hcp-exit-status': '3' });
    expect(where.noted('witness')).toEqual([]);
    const ready = async (): Promise<Answer> => daemon.ask({ path: '/readyz' });
    await expect.poll(async () => (await ready()).status, { timeout: 5000 }).toBe(503);
    expect((await ready()).text).not.toContain(where.folder);
    expect(daemon.stderr()).toContain('not ready: ');
    rmSync(folder);
    renameSync(`${folder}.aside`, folder);
    await expect.poll(async () => (await ready()).status, { timeout: 5000 }).toBe(200);
    expect((await daemon.ask(exec(client, 'echo'))).json).toMatchObject({ ok: true });
  });

  it('does not keep the daemon from starting, and from saying that it is not ready', async () => {
    const where = await newHome();
    const folder = join(where.home, 'audit');
    renameSync(folder, `${folder}.aside`);
    writeFileSync(folder, '');
    const daemon = await where.start();
    expect((await daemon.ask({ path: '/readyz' })).status).toBe(503);
    expect((await daemon.ask({ path: '/healthz' })).status).toBe(200);
    daemon.signal('SIGTERM');
    expect((await daemon.ended).status).toBe(0);
  });
});

describe('ending', () => {
  it('lets running calls end, refuses new ones and readiness meanwhile, and removes its socket', async () => {
    const where = await newHome();
    const daemon = await where.start();
    const client = await openClient(daemon, await where.token('ada'));
    const running = daemon.ask(exec(client, 'sleep', { args: { seconds: 2 } }));
    await waitUntil(() => where.noted('children').length === 1);
    daemon.signal('SIGTERM');
    await expect.poll(async () => (await daemon.ask({ path: '/readyz' })).status).toBe(503);
    expect((await daemon.ask({ path: '/healthz' })).status).toBe(200);
    const refused = await daemon.ask(exec(client, 'echo'));
    expect(refused).toMatchObject({ status: 503, json: { error: 'shutting_down' } });
    expect(refused.headers['retry-after']).toBe('1');
    expect(await running).toMatchObject({ status: 200, json: { ok: true } });
    expect((await daemon.ended).status).toBe(0);
    expect(existsSync(daemon.socket)).toBe(false);
    expect(existsSync(join(where.home, 'hcpd.json'))).toBe(false);
    expect(await openCalls(where)).toEqual([]);
  });

  it('cancels what is still running after the grace period, answers it and records each outcome', async () => {
    const where = await newHome();
    const daemon = await where.start('--grace-ms', '300');
    const { answers, children } = await startSleepers(where, daemon, 5);
    daemon.signal('SIGTERM');
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({ json: { ok: false, error: 'cancelled' } });
    expect((await daemon.ended).status).toBe(0);
    expect(children().filter(isRunning)).toEqual([]);
    expect(await openCalls(where)).toEqual([]);
  });

  it('cancels at once at the second signal, with every outcome recorded', async () => {
    const where = await newHome();
    const daemon = await where.start();
    const { answers, children } = await startSleepers(where, daemon, 5);
    daemon.signal('SIGTERM');
    await expect.poll(async () => (await daemon.ask({ path: '/readyz' })).status).toBe(503);
    daemon.signal('SIGINT');
    await Promise.all(answers);
    expect((await daemon.ended).status).toBe(0);
    expect(children().filter(isRunning)).toEqual([]);
    expect(await openCalls(where)).toEqual([]);
  });

  it('leaves a socket alone that has taken the place of its own', async () => {
    const where = await newHome();
    const daemon = await where.start();
    rmSync(daemon.socket);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(daemon.socket, resolve));
    daemon.signal('SIGTERM');
    expect((await daemon.ended).status).toBe(0);
    expect(lstatSync(daemon.socket).isSocket()).toBe(true);
    await new Promise((resolve) => other.close(resolve));
  });

  it('is not held up by a client that does not read its answer', async () => {
    const where = await newHome();
    const daemon = await where.start('--listen', '127.0.0.1:0', '--grace-ms', '200');
    const client = await openClient(daemon, await where.token('ada'));
    const body = '{"pack_id":"probe","verb_key":"big"}';
    const { socket, write } = rawClient(daemon.port);
    socket.pause();
    write(
      head('POST /v1/exec HTTP/1.1', {
        Host: 'localhost',
        Authorization: `Bearer ${client.token}`,
        'HCP-Session': client.session,
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      }) + body,
    );
    await waitUntil(async () => (await where.records()).at(-1)?.['event'] === 'outcome');
    daemon.signal('SIGTERM');
    expect((await daemon.ended).status).toBe(0);
    socket.destroy();
  }, 20_000);

  it('is not held up by idle connections', async () => {
    const where = await newHome();
    const daemon = await where.start('--listen', '127.0.0.1:0');
    const agent = new Agent({ keepAlive: true });
    await daemon.ask({ path: '/healthz', agent });
    daemon.signal('SIGTERM');
    expect((await daemon.ended).status).toBe(0);
    agent.destroy();
  });
});

describe('being killed', () => {
  it('in the middle of 200 running calls leaves, after the next start, no open intent and no process', async () => {
    const where = await newHome();
    const flags = ['--max-running', '200', '--max-running-per-principal', '200'];
    const first = await where.start(...flags);
    const { answers, children } = await startSleepers(where, first, 200);
    first.signal('SIGKILL');
    await Promise.all([first.ended, ...answers]);
    expect(children().filter(isRunning).length).toBeGreaterThan(0);

    const second = await where.start(...flags);
    expect(children().filter(isRunning)).toEqual([]);
    const records = await where.records();
    expect(records.filter(({ event }) => event === 'intent').length).toBe(200);
    expect(await openCalls(where)).toEqual([]);
    const client = await openClient(second, await where.token('bob'));
    expect((await second.ask(exec(client, 'echo', { args: { text: 'again' } }))).json).toMatchObject({
      result: { text: 'again' },
    });
    second.signal('SIGTERM');
    await second.ended;
    expect(await where.withHost(({ audit }) => audit.verify())).toMatchObject({
      ok: true,
      problem: null,
      open_calls: [],
    });
  }, 120_000);
});
