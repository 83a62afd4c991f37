import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { execute } from '@hcp/pipeline';
import { createHost } from '../src/create-host.js';
import { openTestHost, type OpenedHost } from './open-host.js';
import { makePack, plainPack } from './packs/pack-fixture.js';
import { asIs, asUpdate } from './packs/open-packs.js';
import { temporaryHome } from './temporary-home.js';

const handlers =
  'export const handlers = { look: async (args, { exec, binding }) => ({ binding, inner: await exec(args.call) }) };';
const trusting = { ...asIs, trustCode: true } as const;
const surface = { id: 'mix', kind: 'composite', verbs: { look: { description: 'Looks.' } } };

/** A composite pack `mix`, whose verb `look` makes the call it is told to. */
const makeMix = (code = handlers): string => {
  const root = makePack({ surface, policy: { surface_id: 'mix', verbs: { look: { access: 'read' } } } });
  writeFileSync(join(root, 'composite.js'), code);
  return root;
};

const openMix = async (options = trusting as typeof asIs, code = handlers): Promise<OpenedHost & { mix: string }> => {
  const opened = openTestHost();
  const { host } = opened;
  const mix = makeMix(code);
  await host.packs.install(mix, options);
  await host.packs.install(makePack(), asIs);
  for (const id of ['mix', 'ledger']) await host.sessions.activate('default', id, null);
  return { ...opened, mix };
};

const list = { pack_id: 'ledger', verb_key: 'list', args: { since: 'May' } };
const resultOf = ({ envelope }: Awaited<ReturnType<OpenedHost['call']>>): unknown =>
  envelope.ok ? JSON.parse(envelope.result.json) : envelope.error;

describe('A composite pack', () => {
  test('calls the verbs of other packs for its caller, and the audit has both calls', async () => {
    const { host, call } = await openMix();
    expect(resultOf(await call('mix', 'look', { call: list }))).toMatchObject({
      binding: { mode: 'public' },
      inner: { ok: true, pack_id: 'ledger', verb_key: 'list', result: { argv: 'list May --json' } },
    });
    const [outer, inner, innerEnd, outerEnd] = await host.audit.tail(4);
    expect([outer, inner, innerEnd, outerEnd]).toMatchObject([
      { event: 'intent', pack_id: 'mix', face: 'cli', parent: null },
      { event: 'intent', pack_id: 'ledger', face: 'composite', parent: outer?.['call_id'], principal: 'ada' },
      { event: 'outcome', pack_id: 'ledger', ok: true },
      { event: 'outcome', pack_id: 'mix', ok: true },
    ]);
    expect(await host.audit.verify()).toMatchObject({ ok: true, problem: null, open_calls: [] });
  });

  test('cannot do what its caller may not, nor confirm what its caller has not', async () => {
    const { host, call } = await openMix();
    const transfer = { pack_id: 'ledger', verb_key: 'transfer', args: { amount: 1, confirm: true } };
    expect(resultOf(await call('mix', 'look', { call: transfer }))).toMatchObject({
      inner: { ok: false, error: 'denied: missing ledger.transfer for ledger.transfer' },
    });
    await host.configuration.grant('ledger.transfer');
    expect(resultOf(await call('mix', 'look', { call: transfer }))).toMatchObject({
      inner: { ok: false, error: 'confirm required' },
    });
    expect(resultOf(await call('mix', 'look', { call: transfer, confirm: true }))).toMatchObject({
      inner: { ok: true },
    });
    await host.sessions.deactivate('default', 'ledger');
    expect(resultOf(await call('mix', 'look', { call: list }))).toMatchObject({
      inner: { ok: false, error: 'pack ledger not activated' },
    });
  });

  test('is refused until its code is trusted, which list, show, install and doctor say', async () => {
    const { host, call, mix } = await openMix(asIs);
    expect(resultOf(await call('mix', 'look'))).toBe(
      'sandbox: composite.js is not trusted; the operator can accept it with hcp install --update --trust-code',
    );
    const advice = `composite.js is not trusted; read it, then hcp install --update --trust-code ${mix}`;
    expect((await host.packs.list()).find(({ id }) => id === 'mix')).toMatchObject({ allowed: false, state: advice });
    expect(await host.packs.show('mix')).toMatchObject({ code: { trusted: false, files: 4 } });
    expect(await host.doctor()).toContainEqual(expect.objectContaining({ subject: 'pack mix', level: 'problem' }));
    expect((await host.packs.install(mix, asIs)).path_warnings[0]).toContain('composite.js in');
    const report = await host.packs.install(mix, { ...asUpdate, trustCode: true });
    expect(report).toMatchObject({
      result: 'updated',
      changes: ['composite.js: not trusted -> trusted'],
      path_warnings: [],
    });
    expect(resultOf(await call('mix', 'look', { call: list }))).toMatchObject({ inner: { ok: true } });
    expect(await host.packs.show('mix')).toMatchObject({
      allowed: true,
      state: 'ok',
      code: { trusted: true, files: 4 },
    });
    expect(await host.doctor()).toContainEqual({
      subject: 'pack mix',
      level: 'ok',
      message: 'runs composite.js in process, with 4 files pinned',
      fix: null,
    });
  });

  test('keeps its trust while each file is as it was, and loses it with any change', async () => {
    const { host, call, mix } = await openMix();
    expect(await host.packs.install(mix, asIs)).toMatchObject({ result: 'unchanged', path_warnings: [] });
    expect(await host.packs.show('mix')).toMatchObject({ code: { trusted: true } });
    writeFileSync(join(mix, 'data.json'), '{}');
    expect(resultOf(await call('mix', 'look', { call: list }))).toBe(
      'sandbox: data.json was added since the pack was installed; the operator can accept it with hcp install --update --trust-code',
    );
    expect(await host.packs.show('mix')).toMatchObject({
      state: `data.json was added since the pack was installed; read it, then hcp install --update --trust-code ${mix}`,
    });
    await expect(host.packs.install(mix, asIs)).rejects.toThrow(
      /then install it with --update and --trust-code:\ncomposite\.js: trusted -> not trusted\nfile data\.json added$/,
    );
    expect((await host.packs.install(mix, asUpdate)).changes).toEqual([
      'composite.js: trusted -> not trusted',
      'file data.json added',
    ]);
    expect(resultOf(await call('mix', 'look'))).toContain('sandbox: composite.js is not trusted');
    rmSync(join(mix, 'composite.js'));
    expect((await host.packs.install(mix, { ...asUpdate, trustCode: true })).changes).toEqual([
      'composite.js: not trusted -> none',
    ]);
  });

  test('without code has nothing to execute, and nothing to trust', async () => {
    const { host, call } = openTestHost();
    const report = await host.packs.install(makePack(plainPack('mix')), trusting);
    expect(report.path_warnings).toEqual([expect.stringContaining('has no composite.js to trust') as string]);
    await host.sessions.activate('default', 'mix', null);
    expect(resultOf(await call('mix', 'look'))).toBe('adapter composite not executable in hcp');
    expect((await host.doctor()).find(({ subject }) => subject === 'pack mix')).toMatchObject({
      message: 'has no composite.js, so nothing of it is executable',
    });
  });

  test('is not installed with a symlink among its files', async () => {
    const { host } = openTestHost();
    const mix = makeMix();
    rmSync(join(mix, 'bin'), { recursive: true });
    symlinkSync('/etc', join(mix, 'bin'));
    await expect(host.packs.install(mix, trusting)).rejects.toMatchObject({ code: 'code_unpinnable' });
  });

  test('runs in process alone: refused in mode sandbox until the operator says otherwise', async () => {
    const { host, root } = await openMix();
    await host.configuration.set('sandbox.mode', 'sandbox');
    const jailed = openTestHost(root);
    expect(resultOf(await jailed.call('mix', 'look'))).toBe('sandbox: composite code runs in process');
    expect((await jailed.host.doctor()).find(({ subject }) => subject === 'pack mix')).toMatchObject({
      message: 'composite code runs in process',
      fix: 'hcp config set packs.mix.in_process true lets it',
    });
    await jailed.host.configuration.set('packs.mix.in_process', true);
    expect(resultOf(await jailed.call('mix', 'look', { call: { pack_id: 'x', verb_key: 'y' } }))).toMatchObject({
      inner: { error: 'unknown pack x' },
    });
  });

  test.each([
    { key: 'limits.processes', value: 4 },
    { key: 'packs.mix.limits.memory_bytes', value: 1_000_000 },
    { key: 'packs.mix.network', value: 'none' },
  ])('is refused under $key, which a thread does not keep', async ({ key, value }) => {
    const { host, call } = await openMix();
    await host.configuration.set(key, value);
    expect(resultOf(await call('mix', 'look'))).toBe(
      `sandbox: ${key} is set and cannot be enforced on composite code; to do without: hcp config set ${key} null`,
    );
    await host.configuration.set('packs.mix.in_process', true);
    expect(String(resultOf(await call('mix', 'look'))).startsWith('sandbox: ')).toBe(key.startsWith('packs.'));
  });

  test('has its own Binding, whose secret is in no answer and no record', async () => {
    const opened = openTestHost();
    const { host, call } = opened;
    const body = `export const look = async (args, { exec, binding }) => {
      const inner = await exec({ pack_id: 'ledger', verb_key: 'list', args: { since: binding.env.MIX_TOKEN } });
      return { own: binding.env.MIX_TOKEN, mode: binding.mode, inner };
    };`;
    const mix = makeMix(body);
    const binding = { mode: 'local', hub: 'local-credential', family: 'mix' };
    writeFileSync(join(mix, 'surface.json'), JSON.stringify({ ...surface, binding }));
    await host.packs.install(mix, trusting);
    await host.packs.install(makePack(), asIs);
    for (const id of ['mix', 'ledger']) await host.sessions.activate('default', id, null);
    expect(resultOf(await call('mix', 'look'))).toMatch(/^binding: /);
    await host.credentials.connect('mix', '{"env":{"MIX_TOKEN":"a-secret-of-mix"}}');
    const { line } = await call('mix', 'look');
    expect(JSON.parse(line)).toMatchObject({
      result: { own: '[redacted]', mode: 'local', inner: { result: { argv: 'list [redacted] --json' } } },
    });
    const file = join(opened.root, 'audit');
    const log = readdirSync(file)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(file, name), 'utf8'))
      .join('');
    expect(log).toContain('"since":"[redacted]"');
    expect(log + line).not.toContain('a-secret-of-mix');
  });

  test('may have its handlers from the program that embeds the host', async () => {
    const root = temporaryHome();
    const first = openTestHost(root);
    await first.host.packs.install(makePack(plainPack('mix')), asIs);
    await first.host.sessions.activate('default', 'mix', null);
    const host = createHost({
      home: root,
      searchPath: '/usr/bin:/bin',
      userName: 'ada',
      onNotice: () => undefined,
      compositeHandlers: { mix: { look: (args) => ({ seen: args }) } },
    });
    const report = await execute(
      { packId: 'mix', verbKey: 'look', args: { n: 1 } },
      { face: 'cli', sessionId: 'default', credential: undefined },
      await host.ports(),
    );
    await host.close();
    expect(resultOf(report)).toEqual({ seen: { n: 1 } });
  });
});
