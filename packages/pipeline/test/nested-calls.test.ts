import { describe, expect, it } from 'vitest';
import type { Adapter, AuditEvent, Caller, NestedCalls, Ports } from '../src/index.js';
import { execute } from '../src/index.js';
import { entryOf, mintedNothing, packOf, worldOf, type World } from './memory-ports.js';

/** A world in which `transfer` of the ledger does what a test says, by calling other verbs. */
function nestingWorld(act: (nested: NestedCalls, call: number) => Promise<string>, facts: Partial<World> = {}): World {
  const world = worldOf(facts);
  let calls = 0;
  const adapter: Adapter = {
    kind: 'wrap',
    render: () => ({
      ok: true,
      preview: {},
      run: async (_call, _minted, nested) => ({ ok: true, output: await act(nested, calls++) }),
    }),
  };
  let ids = 0;
  const ports: Ports = { ...world.ports, adapters: new Map([['wrap', adapter]]), newCallId: () => `call-${ids++}` };
  return Object.assign(world, { ports });
}

const { signal } = new AbortController();
const inner = (args: unknown = { confirm: true }): string =>
  JSON.stringify({ pack_id: 'ledger', verb_key: 'transfer', args });
const run = async (world: World, args: Record<string, unknown> = { confirm: true }, caller: Partial<Caller> = {}) =>
  JSON.parse(
    (await execute({ packId: 'ledger', verbKey: 'transfer', args }, { ...world.caller, ...caller }, world.ports)).line,
  ) as { ok: boolean; result: Record<string, unknown>; error: string };

/** One call inside the outer one; the inner one answers `1`. */
const once = (args?: unknown) => (nested: NestedCalls, call: number) =>
  call === 0 ? nested.exec(inner(args), signal) : Promise.resolve('1');

describe('a call that a composite makes', () => {
  it('passes the same nine steps and is on record with its parent', async () => {
    const world = nestingWorld(once());
    expect((await run(world)).result).toEqual({ ok: true, pack_id: 'ledger', verb_key: 'transfer', result: 1 });
    const told = world.records.map(({ event, call_id, parent, face }: AuditEvent) => [event, call_id, parent, face]);
    expect(told).toEqual([
      ['intent', 'call-0', null, 'embedded'],
      ['intent', 'call-1', 'call-0', 'composite'],
      ['outcome', 'call-1', 'call-0', 'composite'],
      ['outcome', 'call-0', null, 'embedded'],
    ]);
  });

  it('is looked up and authenticated as its caller: same face, session, credential, project and trace', async () => {
    const seen: Caller[] = [];
    const world = nestingWorld(once());
    const authenticator = {
      authenticate: (caller: Caller) => {
        seen.push(caller);
        return world.ports.authenticator.authenticate(caller);
      },
    };
    const ports = { ...world.ports, authenticator };
    const caller: Caller = { ...world.caller, face: 'http', traceparent: 'trace' };
    await execute({ packId: 'ledger', verbKey: 'transfer', args: { confirm: true } }, caller, ports);
    expect(seen).toHaveLength(2);
    expect(seen[1]).toMatchObject({ face: 'http', sessionId: 's1', credential: 'token', traceparent: 'trace' });
    expect(seen[1]?.signal).toBe(signal);
  });

  it('holds no capability that its caller does not', async () => {
    const principal = { id: 'ada', tenant: 'acme', projects: [], capabilities: ['ledger.transfer'] };
    const world = nestingWorld(once(), { principal });
    const other = packOf(entryOf({ capability: 'ledger.close' }));
    const resolve = world.ports.packs.resolve;
    let looked = 0;
    Object.assign(world.ports, {
      packs: { resolve: (id: string) => (looked++ === 0 ? resolve(id) : Promise.resolve(other)) },
    });
    expect((await run(world)).result).toMatchObject({
      ok: false,
      error: 'denied: missing ledger.close for ledger.transfer',
    });
  });

  it.each([
    { title: 'confirms for a caller who has confirmed', outer: { confirm: true }, args: { confirm: true }, ok: true },
    { title: 'needs a confirm of its own', outer: { confirm: true }, args: {}, ok: false },
    { title: 'cannot confirm for a caller who has not', outer: {}, args: { confirm: true }, ok: false },
    { title: 'cannot apply for a caller who has not', outer: {}, args: { apply: true }, ok: false },
    { title: 'takes apply of the caller for confirm', outer: { apply: true }, args: { confirm: true }, ok: true },
  ])('$title', async ({ outer, args, ok }) => {
    const world = nestingWorld(once(args));
    const open = packOf(entryOf({ confirm: false }));
    let looked = 0;
    const gated = packOf(entryOf());
    Object.assign(world.ports, { packs: { resolve: () => Promise.resolve(looked++ === 0 ? open : gated) } });
    const { result } = await run(world, outer);
    expect(result).toMatchObject(ok ? { ok } : { ok, error: 'confirm required' });
  });

  it('is confirmed through every composite above it, or not at all', async () => {
    const open = packOf(entryOf({ confirm: false }));
    const world = nestingWorld((nested, call) =>
      call < 2 ? nested.exec(inner(call === 0 ? {} : { confirm: true }), signal) : Promise.resolve('1'),
    );
    let looked = 0;
    const gated = packOf(entryOf());
    Object.assign(world.ports, { packs: { resolve: () => Promise.resolve(looked++ < 2 ? open : gated) } });
    const { result } = await run(world);
    expect(result['result']).toMatchObject({ ok: false, error: 'confirm required' });
  });

  it('needs an approval of its own', async () => {
    const world = nestingWorld(once());
    let looked = 0;
    const approval = packOf(entryOf({ confirm: 'approval' }));
    Object.assign(world.ports, {
      packs: { resolve: () => Promise.resolve(looked++ === 0 ? packOf(entryOf()) : approval) },
    });
    expect((await run(world)).result).toMatchObject({ ok: false, error: 'approval required' });
  });

  it('is mock inside a call that asked for mock, whatever it says itself', async () => {
    const world = nestingWorld(once());
    await run(world, { confirm: true, mode: 'mock' });
    expect(world.records.map(({ binding_mode }) => binding_mode)).toEqual(['mock', 'mock', 'mock', 'mock']);
  });

  it('is refused below eight composites, and the refusal is on record', async () => {
    const world = nestingWorld((nested) => nested.exec(inner(), signal));
    let answer = (await run(world)) as unknown as Record<string, unknown>;
    let depth = 0;
    for (; answer['ok'] === true; depth++) answer = answer['result'] as Record<string, unknown>;
    expect(depth).toBe(9);
    expect(answer['error']).toBe('denied: composite calls nest at most 8 deep; a composite may be calling itself');
    const denial = world.records.find(({ event }) => event === 'denial');
    expect(denial).toMatchObject({ step: '1', call_id: 'call-9', parent: 'call-8' });
  });

  it('answers a text that is no envelope as the invalid envelope it is, off the record', async () => {
    const world = nestingWorld((nested, call) =>
      call === 0 ? nested.exec('{"pack_id":1}', signal) : Promise.resolve('1'),
    );
    expect((await run(world)).result).toEqual({
      ok: false,
      pack_id: '',
      verb_key: '',
      error: 'invalid envelope: /pack_id must be a non-empty string',
    });
    expect(world.records).toHaveLength(2);
  });

  it('has the secrets of the calls above taken out of its record and of its approval request', async () => {
    const secret = 'outer-secret-1';
    const minted = { ...mintedNothing, redact: (text: string) => text.replaceAll(secret, '[redacted]') };
    const asked: string[] = [];
    const world = nestingWorld(
      async (nested, call) => {
        if (call > 0) return '1';
        await nested.exec(JSON.stringify({ pack_id: secret, verb_key: secret, args: { note: secret } }), signal);
        return nested.exec(inner({ note: secret, confirm: true }), signal);
      },
      { minted },
    );
    let looked = 0;
    const approval = packOf(entryOf({ confirm: 'approval' }));
    Object.assign(world.ports, {
      packs: {
        resolve: (id: string) =>
          Promise.resolve(
            id === secret
              ? { unknown: true, reason: `${id} is not here` }
              : looked++ === 0
                ? packOf(entryOf())
                : approval,
          ),
      },
      approvals: {
        claim: ({ redact }: { redact: (text: string) => string }) => (
          asked.push(redact(secret)),
          Promise.resolve(undefined)
        ),
      },
    });
    await run(world);
    const stored = world.records.map((record) => ({ ...record, args: undefined }));
    expect(stored.filter(({ event }) => event === 'denial')).toHaveLength(2);
    expect(JSON.stringify([stored, world.notices])).not.toContain(secret);
    expect(asked).toEqual(['[redacted]']);
  });

  it('is of an adapter that has something of the pack to execute', async () => {
    const world = nestingWorld(once());
    const [adapter] = world.ports.adapters.values();
    Object.assign(world.ports, { adapters: new Map([['wrap', { ...adapter, executes: () => false }]]) });
    expect((await run(world)).error).toBe('adapter wrap not executable in hcp');
  });
});
