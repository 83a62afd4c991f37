import { describe, expect, it } from 'vitest';
import { dryRun, execute, serializeResult } from '../src/index.js';
import type { Adapter, ApprovalClaim, CallReport, Ports } from '../src/index.js';
import { ada, entryOf, mintedNothing, openSession, packOf, worldOf, type World } from './memory-ports.js';

const call = (world: World, args: Record<string, unknown> = { confirm: true }) =>
  execute({ packId: 'ledger', verbKey: 'transfer', args }, world.caller, world.ports);

describe('execute', () => {
  it.each(['true', 1, null, [true], { confirm: true }, 'yes', false])(
    'does not take confirm %j for the JSON boolean true',
    async (confirm) => {
      expect((await call(worldOf(), { confirm })).envelope).toMatchObject({ error: 'confirm required' });
      expect((await call(worldOf(), { apply: confirm })).envelope).toMatchObject({ error: 'confirm required' });
    },
  );

  it('takes apply for confirm', async () => {
    expect((await call(worldOf(), { apply: true })).envelope.ok).toBe(true);
  });

  it('does not take an inherited confirm', async () => {
    const args = Object.create({ confirm: true }) as Record<string, unknown>;
    expect((await call(worldOf(), args)).envelope).toMatchObject({ error: 'confirm required' });
  });

  it.each(['__proto__', 'constructor', 'toString', 'transfer '])('knows no verb %j', async (verbKey) => {
    const world = worldOf();
    const report = await execute({ packId: 'ledger', verbKey, args: { confirm: true } }, world.caller, world.ports);
    expect(report.envelope).toMatchObject({ error: `no policy for ${verbKey}` });
  });

  it.each(['packs', 'sessions', 'authenticator', 'binding', 'approvals'] as const)(
    'turns whatever the port %s throws or answers wrongly into a refusal and tells the operator',
    async (port) => {
      const bad: Record<string, unknown>[] = [
        Object.fromEntries(
          ['resolve', 'find', 'authenticate', 'mint', 'claim'].map((name) => [
            name,
            () => Promise.reject(new Error('boom')),
          ]),
        ),
        Object.fromEntries(
          ['resolve', 'find', 'authenticate', 'mint', 'claim'].map((name) => [
            name,
            () => {
              throw new Error('boom');
            },
          ]),
        ),
        Object.fromEntries(
          ['resolve', 'find', 'authenticate', 'mint', 'claim'].map((name) => [name, () => Promise.resolve(null)]),
        ),
        Object.fromEntries(
          ['resolve', 'find', 'authenticate', 'mint', 'claim'].map((name) => [name, () => Promise.resolve({})]),
        ),
      ];
      for (const broken of bad) {
        const world = worldOf({ pack: packOf(entryOf({ confirm: port === 'approvals' ? 'approval' : true })) });
        Object.assign(world.ports, { [port]: broken });
        const report = await call(world);
        expect(report.envelope.ok).toBe(false);
        expect(world.calls).not.toContain('run');
        expect(world.notices.length).toBe(1);
        expect(JSON.stringify(report.envelope)).not.toContain('boom');
      }
    },
  );

  it('answers a fault of the adapter as one that may have run the program', async () => {
    const world = worldOf({ outcome: undefined as never });
    const report = await call(world);
    expect(report.envelope).toMatchObject({ error: 'sandbox: the adapter failed; run hcp doctor' });
    expect([report.step, report.exitStatus]).toEqual(['8', 1]);
    expect(world.records.map(({ event }) => event)).toEqual(['intent', 'outcome']);
  });

  it('answers a failed program with its texts and exit status 1', async () => {
    const outcome = {
      ok: false,
      code: 'failed',
      started: true,
      error: 'no payee',
      stdout: 'half',
      stderr: 'no payee',
      exitCode: 4,
    } as const;
    const world = worldOf({ outcome });
    const report = await call(world);
    expect(serializeResult(report.envelope)).toBe(
      '{"ok":false,"pack_id":"ledger","verb_key":"transfer","error":"no payee","stdout":"half","stderr":"no payee"}',
    );
    expect([report.step, report.exitStatus]).toEqual(['8', 1]);
    expect(world.records.at(-1)).toMatchObject({ event: 'outcome', ok: false, exit_code: 4, step: '8' });
  });

  it('takes secrets out of every text before it reads JSON, records and answers', async () => {
    const redact = (text: string): string => text.replaceAll('s3cret-value', '[redacted]');
    const minted = { ok: true as const, env: {}, headers: {}, redact };
    const good = worldOf({
      minted,
      outcome: { ok: true, output: '{"token":"s3cret-value"}', stderr: 'using s3cret-value' },
    });
    expect(serializeResult((await call(good)).envelope)).toBe(
      '{"ok":true,"pack_id":"ledger","verb_key":"transfer","result":{"token":"[redacted]"},"stderr":"using [redacted]"}',
    );
    const outcome = {
      ok: false,
      code: 'failed',
      started: true,
      error: 'bad s3cret-value',
      stdout: 's3cret-value',
      stderr: 'bad s3cret-value',
    } as const;
    const failed = worldOf({ minted, outcome });
    expect(serializeResult((await call(failed)).envelope)).not.toContain('s3cret-value');
    expect(JSON.stringify(failed.records)).not.toContain('s3cret-value');
  });

  it('takes the values of secret arguments out of what is stored and told to the operator, however short they are spelled', async () => {
    const outcome = { ok: false, code: 'failed', started: true, error: 'bad pin 4711, name "O\\"Hara"' } as const;
    const pack = packOf(entryOf({ secretArgs: ['pin', 'names', 'flag'] }));
    const world = worldOf({ pack, outcome });
    await call(world, { pin: 4711, names: ['O"Hara', 'x'], flag: true, confirm: true });
    expect(world.records.at(-1)?.error).toBe('bad pin [redacted], name "[redacted]"');
    const broken = worldOf({ pack });
    Object.assign(broken.ports.binding, { mint: () => Promise.reject(new Error('no place for 4711')) });
    await call(broken, { pin: '4711', confirm: true });
    expect(broken.notices[0]?.message).toContain('no place for [redacted]');
  });

  it('stores no secret of the credential that comes as an ordinary argument, once it is minted', async () => {
    const minted = { ...mintedNothing, redact: (text: string) => text.replaceAll('s3cret-value', '[redacted]') };
    const world = worldOf({ minted });
    await call(world, { note: ['s3cret-value'], confirm: true });
    expect(JSON.stringify(world.records.at(-1)?.redacted_args)).not.toContain('s3cret-value');
    expect(world.records.at(-1)?.redacted_args).toEqual({ note: '[redacted]', confirm: '[redacted]' });
  });

  it('tells the operator no secret of the credential when an adapter fails with it', async () => {
    const minted = { ...mintedNothing, redact: (text: string) => text.replaceAll('s3cret-value', '[redacted]') };
    const world = worldOf({ minted });
    const adapter = {
      kind: 'wrap',
      render: () => ({ ok: true, preview: {}, run: () => Promise.reject(new Error('s3cret-value')) }),
    };
    Object.assign(world.ports, { adapters: new Map([['wrap', adapter]]) });
    await call(world);
    expect(world.notices[0]?.message).toBe('sandbox: the adapter failed; run hcp doctor: [redacted]');
  });

  it('records a refusal also when the operator cannot be told', async () => {
    const world = worldOf({ pack: undefined });
    Object.assign(world.ports, {
      notifyOperator: () => {
        throw new Error('no terminal');
      },
    });
    expect((await call(world)).envelope).toMatchObject({ error: 'unknown pack ledger' });
    expect(world.records.map(({ event, step }) => [event, step])).toEqual([['denial', '1']]);
  });

  it('records and answers a result that no string can hold as a failure', async () => {
    const output = '\0'.repeat(100 * 1024 * 1024);
    const world = worldOf({ outcome: { ok: true, output, stderr: output, exitCode: 0 } });
    const report = await call(world);
    expect(report.line).toBe(
      '{"ok":false,"pack_id":"ledger","verb_key":"transfer","error":"the result could not be returned"}',
    );
    expect([report.step, report.exitStatus]).toEqual(['9', 1]);
    expect(world.records.at(-1)).toMatchObject({ event: 'outcome', ok: false, step: '9', exit_code: 0 });
    const failed = { ok: false, code: 'failed', started: true, error: output, stderr: output } as const;
    const failure = await call(worldOf({ outcome: failed }));
    expect(failure.line).toContain('"error":"the error text is too large to be returned"');
    expect([failure.step, failure.exitStatus]).toEqual(['8', 1]);
  }, 60_000);

  it('hands out the line that its envelope serialises to', async () => {
    const good = await call(worldOf());
    expect(good.line).toBe(serializeResult(good.envelope));
    const denied = await call(worldOf({ principal: undefined }));
    expect(denied.line).toBe(serializeResult(denied.envelope));
  });

  it('keeps the answer when the outcome or the denial cannot be recorded, and tells the operator', async () => {
    const world = worldOf();
    Object.assign(world.ports.audit, { outcome: () => Promise.reject(new Error('disk full')) });
    expect((await call(world)).envelope.ok).toBe(true);
    expect(world.notices[0]?.message).toContain('disk full');
    const denied = worldOf({ principal: undefined, auditBroken: true });
    expect((await call(denied)).envelope).toMatchObject({ error: 'denied: unauthenticated' });
    expect(denied.notices[0]?.message).toContain('disk full');
  });

  it('tells the operator alone why a pack is unknown', async () => {
    const world = worldOf({ pack: undefined });
    const report = await call(world);
    expect(report.envelope).toMatchObject({ error: 'unknown pack ledger' });
    expect(world.notices).toEqual([
      { callId: 'call-1', message: 'unknown pack ledger: policy.json changed since it was installed' },
    ]);
  });

  it('asks for a project where results land in a brain', async () => {
    const pack = packOf(entryOf(), {}, 'brain');
    expect((await call(worldOf({ pack }))).envelope).toMatchObject({
      error: 'denied: privacy.land brain requires project_id',
    });
    const two = { ...ada, projects: ['p1', 'p2'] };
    expect((await call(worldOf({ pack, principal: two }))).envelope).toMatchObject({
      error: 'denied: privacy.land brain requires project_id',
    });
    const one = worldOf({ pack, principal: { ...ada, projects: ['p1'] } });
    expect((await call(one)).envelope.ok).toBe(true);
    expect(one.records[0]?.project).toBe('p1');
    const named = worldOf({ pack, principal: two, session: { ...openSession, project_id: 'p2' } });
    expect((await call(named)).envelope.ok).toBe(true);
    expect(named.records[0]?.project).toBe('p2');
    const override = worldOf({ pack, principal: two, caller: { ...one.caller, projectId: 'p1' } });
    expect((await call(override)).envelope.ok).toBe(true);
    expect(override.records[0]?.project).toBe('p1');
  });

  it('stores secret arguments redacted, and every value where no Policy entry says which are secret', async () => {
    const args = { pin: '1234', amount: 10, confirm: true };
    const world = worldOf({ pack: packOf(entryOf({ secretArgs: ['pin'] })) });
    await call(world, args);
    expect(world.records[0]?.redacted_args).toEqual({ pin: '[redacted]', amount: 10, confirm: true });
    expect(world.records[0]?.args).toEqual(args);
    const unknown = worldOf({ pack: undefined });
    await call(unknown, args);
    expect(unknown.records[0]?.redacted_args).toEqual({
      pin: '[redacted]',
      amount: '[redacted]',
      confirm: '[redacted]',
    });
  });

  it('carries face, session, parent, trace, digests and Binding mode into the record', async () => {
    const caller = {
      face: 'http',
      sessionId: 's1',
      credential: 'x',
      parent: 'call-0',
      traceparent: '00-a-b-01',
    } as const;
    const world = worldOf({ caller });
    await call(world, { confirm: true, mode: 'mock' });
    expect(world.records[0]).toMatchObject({
      face: 'http',
      session_id: 's1',
      parent: 'call-0',
      traceparent: '00-a-b-01',
      binding_mode: 'mock',
      principal: 'ada',
      tenant: 'acme',
      sandbox: 'native-local',
      surface_sha256: world.pack?.surfaceSha256,
    });
  });
});

describe("an adapter's own schema of the arguments", () => {
  it("refuses at step 6b behind the verb's own, in the same words, before anything is rendered", async () => {
    const world = worldOf();
    const [[kind, wrap]] = [...world.ports.adapters] as [['wrap', Adapter]];
    const schema = { type: 'object', properties: { amount: { maximum: 5 } }, required: ['payee'] };
    const adapter: Adapter = { ...wrap, argsSchema: () => Promise.resolve(schema) };
    const ports = { ...world.ports, adapters: new Map([[kind, adapter]]) };
    const callWith = (args: object): Promise<CallReport> =>
      execute({ packId: 'ledger', verbKey: 'transfer', args: { confirm: true, ...args } }, world.caller, ports);
    expect(await callWith({ amount: 6, payee: 'bob' })).toMatchObject({
      step: '6b',
      envelope: { error: 'invalid args: /amount must be at most 5' },
    });
    expect(await callWith({ amount: 1 })).toMatchObject({
      step: '6b',
      envelope: { error: 'invalid args: /payee is required' },
    });
    expect(world.calls).not.toContain('render');
    expect((await callWith({ amount: 1, payee: 'bob' })).envelope.ok).toBe(true);
  });

  it('that cannot be had refuses the call', async () => {
    const world = worldOf();
    const [[kind, wrap]] = [...world.ports.adapters] as [['wrap', Adapter]];
    const adapter: Adapter = { ...wrap, argsSchema: () => Promise.reject(new Error('gone')) };
    const ports = { ...world.ports, adapters: new Map([[kind, adapter]]) };
    const report = await execute(
      { packId: 'ledger', verbKey: 'transfer', args: { confirm: true } },
      world.caller,
      ports,
    );
    expect(report).toMatchObject({ step: '6b', envelope: { error: 'invalid args: / could not be checked' } });
  });
});

describe('approval', () => {
  const claimed = (): { claim: ApprovalClaim; log: string[] } => {
    const log: string[] = [];
    const note = (what: string) => () => (log.push(what), Promise.resolve());
    return { log, claim: { giveBack: note('given back'), consume: note('consumed') } };
  };
  const pack = packOf(entryOf({ confirm: 'approval' }));

  it('is satisfied by nothing inside args', async () => {
    expect((await call(worldOf({ pack }), { confirm: true, apply: true })).envelope).toMatchObject({
      error: 'approval required',
    });
  });

  it('is consumed when the call is about to run', async () => {
    const { claim, log } = claimed();
    expect((await call(worldOf({ pack, claim }))).envelope.ok).toBe(true);
    expect(log).toEqual(['consumed']);
  });

  it('is given back when 6b refuses or fails', async () => {
    const refused = claimed();
    await call(worldOf({ pack, claim: refused.claim, renderRefusal: '/x is bad' }));
    expect(refused.log).toEqual(['given back']);
    const broken = claimed();
    const world = worldOf({ pack, claim: broken.claim });
    Object.assign(world.ports, {
      adapters: { get: () => ({ render: () => JSON.parse('') as never }) } as unknown as Ports['adapters'],
    });
    expect((await call(world)).step).toBe('6b');
    expect(broken.log).toEqual(['given back']);
  });

  it('is looked at by a dry run and left as it is', async () => {
    const dry = claimed();
    const world = worldOf({ pack, claim: dry.claim });
    const report = await dryRun({ packId: 'ledger', verbKey: 'transfer', args: {} }, world.caller, world.ports);
    expect(report.envelope.ok).toBe(true);
    expect(dry.log).toEqual([]);
    expect(world.calls).not.toContain('approvals');
    const none = worldOf({ pack });
    const refused = await dryRun({ packId: 'ledger', verbKey: 'transfer', args: {} }, none.caller, none.ports);
    expect(refused.envelope).toMatchObject({ error: 'approval required' });
    expect(none.calls).not.toContain('approvals');
  });

  it('stays consumed when the audit refuses the call', async () => {
    const { claim, log } = claimed();
    const report = await call(worldOf({ pack, claim, auditBroken: true }));
    expect(report.envelope).toMatchObject({ error: 'audit unavailable' });
    expect(log).toEqual(['consumed']);
  });
});

describe('dryRun', () => {
  it('shows what would run, runs nothing and records nothing', async () => {
    const world = worldOf();
    const report = await dryRun(
      { packId: 'ledger', verbKey: 'transfer', args: { confirm: true } },
      world.caller,
      world.ports,
    );
    expect(serializeResult(report.envelope)).toBe(
      '{"ok":true,"pack_id":"ledger","verb_key":"transfer","result":{"dry_run":true,"argv":["transfer","10","--json"]}}',
    );
    expect(world.calls).toEqual(['packs', 'sessions', 'authenticator', 'render']);
  });

  it('refuses as the call itself would, and leaves a record', async () => {
    const world = worldOf();
    const report = await dryRun({ packId: 'ledger', verbKey: 'transfer', args: {} }, world.caller, world.ports);
    expect(report.envelope).toMatchObject({ error: 'confirm required' });
    expect(world.records.map(({ event, step }) => [event, step])).toEqual([['denial', '6']]);
  });
});
