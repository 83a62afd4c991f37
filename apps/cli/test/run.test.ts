import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHome, type TestHome } from './hcp-harness.js';

let test: TestHome;

beforeAll(async () => {
  test = createHome();
  await test.json(['install', test.pack('probe')]);
  await test.json(['activate', 'probe']);
});
afterAll(() => test.remove());

const done = (verb: string, result: unknown): unknown => ({ ok: true, pack_id: 'probe', verb_key: verb, result });
const refused = (verb: string, error: unknown, pack = 'probe'): unknown => ({
  ok: false,
  pack_id: pack,
  verb_key: verb,
  error,
});

describe('hcp run', () => {
  it('finds the verb whose parts are the words, and reads flags as typed arguments', async () => {
    expect(await test.call(['run', 'probe', 'setup', 'status'])).toEqual([0, done('setup.status', 'status\n--json\n')]);
    expect(
      await test.call(['run', 'probe', 'echo', '--text', 'a b', '--amount=5', '--ratio', '1.50', '--no-flag']),
    ).toEqual([0, done('echo', 'a b\n--amount=5\n--ratio=1.5\n--flag=false\n--json\n')]);
    expect(await test.call(['run', 'probe', 'echo', '--flag'])).toEqual([0, done('echo', '--flag=true\n--json\n')]);
  });

  it('gives the same answer as exec for equal arguments, byte for byte', async () => {
    const words = await test.hcp(['run', 'probe', 'echo', '--text', 'é', '--amount', '12']);
    const pairs = await test.hcp(['exec', 'probe', 'echo', '--', 'text=é', 'amount=12']);
    expect(words).toEqual(pairs);
  });

  it('leaves what it does not know to the pipeline', async () => {
    expect(await test.call(['run', 'probe', 'no', 'such'])).toEqual([3, refused('no.such', 'no policy for no.such')]);
    expect(await test.call(['run', 'nobody', 'list', '--n', '1'])).toEqual([
      3,
      refused('list', 'unknown pack nobody', 'nobody'),
    ]);
    expect(await test.call(['run', '--session', 'none', 'probe', 'json'])).toEqual([
      3,
      refused('json', 'pack probe not activated'),
    ]);
    expect(await test.call(['run', 'probe', 'json', '--json'])).toEqual([0, expect.objectContaining({ ok: true })]);
    expect(await test.call(['run', 'probe', 'echo', '--session', 's'])).toEqual([
      3,
      refused('echo', expect.stringMatching(/^invalid args: \/session /)),
    ]);
  });

  it('refuses --dry-run and --help behind the words, which would run what was only to be shown', async () => {
    await test.json(['grant', 'probe.write']);
    const before = test.witness();
    for (const flag of ['dry-run', 'help']) {
      for (const words of [
        ['write', '--amount', '1', '--confirm', `--${flag}`],
        ['json', `--${flag}=true`],
      ]) {
        const { status, stdout, stderr } = await test.hcp(['run', 'probe', ...words]);
        const reason = `--${flag} behind the pack id is an argument, and this verb declares none of that name`;
        expect([status, JSON.parse(stdout)]).toEqual([2, refused('', `invalid envelope: ${reason}`, '')]);
        expect(stderr).toBe(
          `hcp: ${reason}; write it before the pack id, or hcp exec … -- ${flag}=true for the argument\n`,
        );
      }
    }
    expect(test.witness()).toBe(before);
    expect(await test.call(['run', 'nobody', 'list', '--dry-run'])).toEqual([
      3,
      refused('list', 'unknown pack nobody', 'nobody'),
    ]);
  });

  it.each(['session', 'project', 'verbose', 'json'])('warns of --%s behind the words and goes on', async (name) => {
    const { status, stdout, stderr } = await test.hcp(['run', 'probe', 'json', `--${name}`, 'x']);
    expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ ok: true })]);
    expect(stderr).toBe(`hcp: --${name} behind the pack id is an argument; as an option of hcp run, write it before\n`);
  });

  it('passes such a name on without a word where the verb declares it, in its schema or its template', async () => {
    const other = createHome();
    const folder = other.pack('probe');
    const file = join(folder, 'surface.json');
    const surface = JSON.parse(readFileSync(file, 'utf8')) as { verbs: Record<string, object> };
    const cli = ['probe', 'echo', '{{dry-run}}', '{{session}}'];
    const properties = { 'dry-run': { type: 'boolean' }, session: {} };
    surface.verbs['echo'] = { cli, args: { type: 'object', properties } };
    surface.verbs['loose'] = { cli };
    writeFileSync(file, JSON.stringify(surface));
    await other.json(['install', folder]);
    await other.json(['activate', 'probe']);
    for (const verb of ['echo', 'loose']) {
      const { stdout, stderr } = await other.hcp(['run', 'probe', verb, '--dry-run', '--session', 's']);
      expect([JSON.parse(stdout), stderr]).toEqual([expect.objectContaining({ result: 'true\ns\n--json\n' }), '']);
    }
    other.remove();
  });

  it('confirms with a bare flag only as exec does with true', async () => {
    await test.json(['grant', 'probe.write']);
    expect(await test.call(['run', 'probe', 'write', '--amount', '1'])).toEqual([
      3,
      refused('write', 'confirm required'),
    ]);
    expect(await test.call(['run', 'probe', 'write', '--amount', '1', '--no-confirm'])).toEqual([
      3,
      refused('write', 'confirm required'),
    ]);
    expect(await test.call(['run', 'probe', 'write', '--amount', '1', '--confirm'])).toEqual([
      0,
      done('write', '1\n--json\n'),
    ]);
    expect(await test.call(['run', '--dry-run', 'probe', 'write', '--amount', '1', '--confirm=true'])).toEqual([
      0,
      expect.objectContaining({ result: expect.objectContaining({ dry_run: true }) as unknown }),
    ]);
  });

  it.each([
    [[], 'a pack id is missing'],
    [['probe'], 'the words of a verb are missing'],
    [['probe', 'twin', 'one'], 'these words name several verbs: "twin.one" and "twin one"'],
    [['probe', 'echo', '--flag', '--no-flag'], 'argument "flag" is given twice'],
    [['probe', 'echo', '-h'], '"-h" is neither a word nor a flag'],
    [['--sesion', 'x', 'probe', 'echo'], "unknown option '--sesion'"],
  ])('%j is a usage mistake: exit status 2', async (words, reason) => {
    expect(await test.call(['run', ...words])).toEqual([
      2,
      refused('', expect.stringContaining(`invalid envelope: ${reason}`), ''),
    ]);
  });
});
