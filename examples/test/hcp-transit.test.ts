import { beforeEach, describe, expect, it } from 'vitest';
import { HcpCommand } from './hcp-command.js';

let hcp: HcpCommand;
beforeEach(async () => {
  hcp = new HcpCommand();
  await hcp.install('stops');
  await hcp.install('departures');
  await hcp.manage('install', '--trust-code', 'examples/packs/transit');
  await hcp.manage('activate', 'transit');
});

const trip = { from: 'harbour', to: 'airport', after: '08:30' };
const answerOf = async (args: Readonly<Record<string, unknown>>) => (await hcp.send('transit', 'plan', args)).envelope;

interface Stored {
  readonly event: string;
  readonly pack_id: string;
  readonly call_id: string;
  readonly parent: string | null;
}

describe('transit through hcp', () => {
  it('plans a way with a change, by the verbs of two other packs', async () => {
    expect(await answerOf(trip)).toEqual({
      ok: true,
      pack_id: 'transit',
      verb_key: 'plan',
      result: {
        from: { id: 'harbour', name: 'Harbour' },
        to: { id: 'airport', name: 'Airport' },
        departs: '08:40',
        arrives: '09:39',
        legs: [
          { line: '1', departs: '08:40', from: 'harbour', to: 'station', arrives: '08:53' },
          { line: '2', departs: '09:15', from: 'station', to: 'airport', arrives: '09:39' },
        ],
      },
    });
    const { records } = JSON.parse(await hcp.manage('audit', 'tail', '--json')) as {
      readonly records: readonly Stored[];
    };
    const outer = records.find(({ event, pack_id: id }) => event === 'intent' && id === 'transit');
    const inner = records.filter(({ event, parent }) => event === 'intent' && parent === outer?.call_id);
    expect(inner.map(({ pack_id: id }) => id)).toEqual(['stops', 'stops', 'departures', 'departures', 'departures']);
    expect((await hcp.run(['audit', 'verify'])).exitCode).toBe(0);
  }, 60_000);

  it.each([
    [
      { ...trip, to: 'market' },
      { departs: '08:40', arrives: '08:46' },
    ],
    [
      { ...trip, to: 'lakeside', after: '09:25' },
      { departs: '09:40', arrives: '10:55' },
    ],
  ])(
    'finds the way that arrives first: %j',
    async (args, result) => {
      expect(await answerOf(args)).toMatchObject({ ok: true, result });
    },
    60_000,
  );

  it.each([
    [{ ...trip, from: 'nowhere' }, 'no stop is called "nowhere"'],
    [{ ...trip, to: 'r' }, '"r" may be Harbour, Market Square, Central Station, University, Airport; say which'],
    [{ ...trip, to: 'harbour' }, 'Harbour is where you are'],
    [{ ...trip, after: '23:50' }, 'no way from Harbour to Airport after 23:50; try an earlier time'],
    [{ ...trip, after: '29:59' }, 'departures next: departures: "29:59" is no time; write it as 08:30\n'],
  ])(
    'fails with a text that helps: %j',
    async (args, error) => {
      const { exitCode, envelope } = await hcp.send('transit', 'plan', args);
      expect([exitCode, envelope]).toEqual([1, { ok: false, pack_id: 'transit', verb_key: 'plan', error }]);
    },
    60_000,
  );

  it('is refused where the caller may not call what it calls', async () => {
    await hcp.manage('deactivate', 'departures');
    expect(await answerOf(trip)).toMatchObject({ error: 'departures next: pack departures not activated' });
    await hcp.manage('revoke', '*.read');
    await hcp.manage('grant', 'transit.read');
    expect(await answerOf(trip)).toMatchObject({ error: 'stops find: denied: missing stops.read for stops.find' });
  }, 60_000);

  it('is called by words and flags, and shows in a dry run what would be called', async () => {
    const { stdout } = await hcp.run([
      'run',
      'transit',
      'plan',
      '--from',
      'harbour',
      '--to',
      'market',
      '--after',
      '08:30',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, result: { arrives: '08:46' } });
    const dry = await hcp.run(['exec', 'transit', 'plan', '--dry-run', '--', 'from=a', 'to=b', 'after=08:30']);
    expect(JSON.parse(dry.stdout)).toMatchObject({ result: { dry_run: true, handler: 'plan' } });
  }, 60_000);

  it('is refused until its code is trusted', async () => {
    await hcp.manage('uninstall', 'transit');
    await hcp.install('transit');
    expect(await hcp.send('transit', 'plan', trip)).toMatchObject({
      exitCode: 3,
      envelope: { error: expect.stringMatching(/^sandbox: composite\.js is not trusted; /) as string },
    });
  }, 60_000);
});
