import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, type TestHome } from './hcp-harness.js';

let test: TestHome;
beforeEach(() => (test = createHome()));
afterEach(() => test.remove());

/** A management command that fails: status, the error as JSON, and the same said on standard error. */
async function failure(argv: readonly string[], input = ''): Promise<readonly [number | null, string, string]> {
  const { status, stdout, stderr } = await test.hcp(argv, { input });
  const { error, message } = JSON.parse(stdout) as { error: string; message: string };
  expect(stderr).toBe(`hcp: ${message}\n`);
  return [status, error, message];
}

describe('hcp validate', () => {
  it('says a pack is valid', async () => {
    expect(await test.json(['validate', test.pack('probe')])).toMatchObject({ valid: true });
    expect(existsSync(test.home)).toBe(false);
  });

  it('lists the issues of one that is not, with exit status 1', async () => {
    const { status, stdout } = await test.hcp(['validate', test.pack('broken')]);
    expect(status).toBe(1);
    const { valid, issues } = JSON.parse(stdout) as { valid: boolean; issues: { code: string; message: string }[] };
    expect(valid).toBe(false);
    expect(issues.map(({ code, message }) => `${code}: ${message}`)).toEqual(
      expect.arrayContaining(['binding: wrap adapter requires wrap.bin', 'unknown_field: /colour']),
    );
  });

  it('refuses a folder that is no pack', async () => {
    for (const folder of [join(test.folder, 'nowhere'), test.folder]) {
      const { status, stdout, stderr } = await test.hcp(['validate', folder]);
      expect([status, stderr.includes('    at ')]).toEqual([1, false]);
      expect(JSON.parse(stdout)).toBeTypeOf('object');
    }
  });
});

describe('hcp install', () => {
  it('installs, does nothing twice, and replaces a changed pack only when told', async () => {
    const folder = test.pack('probe');
    expect(await test.json(['install', folder])).toMatchObject({ id: 'probe', result: 'installed' });
    expect(await test.json(['install', folder])).toMatchObject({ result: 'unchanged' });
    const policy = join(folder, 'policy.json');
    writeFileSync(policy, readFileSync(policy, 'utf8').replace('"timeout_ms": 200', '"timeout_ms": 300'));
    expect((await failure(['install', folder]))[0]).toBe(1);
    const updated = (await test.json(['install', '--update', folder])) as { result: string; changes: string[] };
    expect(updated.result).toBe('updated');
    expect(updated.changes.length).toBeGreaterThan(0);
  });

  it('says what to do about a folder that is not there, as validate does', async () => {
    const folder = join(test.folder, 'nowhere');
    const message = `pack folder ${folder} is not there; name the folder that holds surface.json.`;
    for (const command of ['install', 'validate']) {
      for (const missing of [folder, `${folder}/below`]) {
        expect(await failure([command, missing])).toEqual([1, 'pack_folder', message.replace(folder, missing)]);
      }
    }
  });

  it('says the warnings about its folders in its report', async () => {
    expect(await test.json(['install', test.pack('probe')])).toMatchObject({ path_warnings: [] });
  });

  it('takes a relative folder', async () => {
    test.pack('probe');
    const ended = await test.hcp(['install', 'packs/probe'], { cwd: test.folder });
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    expect(await test.json(['show', 'probe'])).toMatchObject({ root: join(test.folder, 'packs', 'probe') });
  });

  it('refuses a pack that does not validate and keeps nothing of it; each issue has a line', async () => {
    const [status, , message] = await failure(['install', test.pack('broken')]);
    expect([status, message.split('\n')]).toEqual([
      1,
      expect.arrayContaining(['binding: wrap adapter requires wrap.bin']),
    ]);
    expect(await test.json(['list'])).toEqual({ packs: [] });
  });

  it('refuses a folder that anybody may write, until it is accepted by name', async () => {
    const folder = test.pack('probe');
    chmodSync(join(folder, 'bin'), 0o777);
    const [status, , message] = await failure(['install', folder]);
    expect([status, message]).toEqual([1, expect.stringContaining(join(folder, 'bin'))]);
    const other = join(test.folder, 'packs');
    await test.json(['install', '--accept-path', other, '--accept-path', join(folder, 'bin'), folder]);
    expect(await test.json(['show', 'probe'])).toMatchObject({
      bin: { accepted_paths: expect.arrayContaining([join(folder, 'bin')]) as unknown },
    });
  });
});

describe('packs', () => {
  it('are listed, shown, taught and uninstalled', async () => {
    await test.json(['install', '--no-allow', test.pack('probe')]);
    await test.json(['install', test.pack('inside')]);
    await test.json(['activate', 'probe']);
    expect(await test.json(['list'])).toMatchObject({
      packs: [
        { id: 'inside', kind: 'composite', state: 'ok' },
        {
          id: 'probe',
          kind: 'wrap',
          allowed: false,
          state: expect.stringContaining('not allowlisted') as string,
          bootstrap: false,
        },
      ],
    });
    expect(await test.json(['show', 'probe'])).toMatchObject({ id: 'probe', meta: { hcp: 1, pack_id: 'probe' } });
    const skill = readFileSync(join(test.folder, 'packs', 'probe', 'HARNESS.md'), 'utf8');
    expect(await test.json(['skill', 'probe'])).toEqual({ id: 'probe', skill });
    expect((await test.hcp(['skill', '--text', 'probe'])).stdout).toBe(skill);
    expect((await failure(['skill', 'inside']))[0]).toBe(1);
    await test.json(['uninstall', 'probe']);
    expect(await test.json(['sessions'])).toMatchObject({ sessions: [{ id: 'default', activated: [] }] });
    expect((await failure(['show', 'probe']))[0]).toBe(1);
    expect((await failure(['uninstall', 'probe']))[0]).toBe(1);
  });
});

describe('sessions', () => {
  it('are made by the first activation and listed', async () => {
    await test.json(['install', test.pack('probe')]);
    expect(await test.json(['sessions'])).toEqual({ sessions: [] });
    expect(await test.json(['activate', '--session', 'ci', 'probe'])).toMatchObject({ id: 'ci', activated: ['probe'] });
    expect(await test.json(['deactivate', '--session=ci', 'probe'])).toMatchObject({ id: 'ci', activated: [] });
    expect((await failure(['deactivate', '--session=ci', 'probe']))[0]).toBe(1);
    expect((await failure(['activate', 'nobody']))[0]).toBe(1);
    expect((await failure(['activate', '--session', 'No Name', 'probe']))[0]).toBe(1);
    expect((await failure(['activate', '--project', 'mine', 'probe']))[0]).toBe(1);
  });

  it('keep every one of 20 activations at once', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `pack-${at.toString().padStart(2, '0')}`);
    for (const id of ids) await test.json(['install', test.pack('inside', id)]);
    const ended = await Promise.all(ids.map((id) => test.hcp(['activate', id])));
    expect(ended.map(({ status, stderr }) => [status, stderr])).toEqual(ids.map(() => [0, '']));
    const { sessions } = (await test.json(['sessions'])) as { sessions: { activated: string[] }[] };
    expect(sessions[0]?.activated.toSorted()).toEqual(ids);
  });
});

describe('capabilities and configuration', () => {
  it('are granted and revoked', async () => {
    expect(await test.json(['grant', 'ledger.*'])).toMatchObject({
      tenant: 'local',
      capabilities: ['*.read', 'ledger.*'],
    });
    expect(await test.json(['revoke', '*.read'])).toMatchObject({ capabilities: ['ledger.*'] });
    expect((await failure(['revoke', '*.read']))[0]).toBe(1);
    expect((await failure(['grant', 'led ger']))[0]).toBe(1);
  });

  it('are read and set as JSON', async () => {
    const principal = { id: 'ada', tenant: 'acme', projects: ['p'], capabilities: ['*'] };
    await test.json(['config', 'set', 'principal', JSON.stringify(principal)]);
    expect(await test.json(['config', 'get', 'principal'])).toEqual(principal);
    expect(await test.json(['config', 'get'])).toMatchObject({ principal });
    expect(await test.json(['config', 'get', 'sandbox.mode'])).toBeNull();
    expect(await test.json(['config', 'set', 'sandbox.mode', '"native-local"'])).toEqual({
      key: 'sandbox.mode',
      value: 'native-local',
    });
  });

  it('refuse what is no JSON, no key or no value of that key', async () => {
    expect((await failure(['config', 'set', 'sandbox.mode', 'sandbox'])).slice(0, 2)).toEqual([2, 'usage']);
    expect((await failure(['config', 'set', 'principal', '{"id":"a","id":"b"}'])).slice(0, 2)).toEqual([2, 'usage']);
    for (const value of ['1', '{']) {
      expect((await failure(['config', 'set', 'nothing', value])).slice(0, 2)).toEqual([1, 'unknown_key']);
    }
    expect((await failure(['config', 'get', '__proto__']))[0]).toBe(1);
    expect((await failure(['config', 'set', 'sandbox.mode', '"none"']))[0]).toBe(1);
    expect((await failure(['config', 'set', 'sandbox.mode']))[0]).toBe(2);
  });
});

describe('hcp connect', () => {
  const credential = '{"env":{"VAULT_TOKEN":"s3cret-value-of-mine","VAULT_REGION":"north"},"plain":["VAULT_REGION"]}';

  beforeEach(async () => {
    await test.json(['install', test.pack('vault')]);
    await test.json(['activate', 'vault']);
  });

  it('stores what comes on standard input, privately, and shows no secret', async () => {
    const { status, stdout, stderr } = await test.hcp(['connect', 'vault'], { input: credential });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('s3cret');
    expect(JSON.parse(stdout)).toMatchObject({ family: 'vault', packs: ['vault'] });
    expect(statSync(join(test.home, 'credentials', 'vault.json')).mode & 0o777).toBe(0o600);
    expect(await test.call(['exec', 'vault', 'open'])).toEqual([
      0,
      { ok: true, pack_id: 'vault', verb_key: 'open', result: 'token=[redacted] region=north\n' },
    ]);
  });

  it('reads a file', async () => {
    const file = join(test.folder, 'credential.json');
    writeFileSync(file, credential);
    expect(await test.json(['connect', '--file', file, 'vault'])).toMatchObject({ family: 'vault' });
    expect((await failure(['connect', '--file', join(test.folder, 'none'), 'vault']))[0]).toBe(1);
  });

  it.each(['', '  \n', 'nope s3cret-value', '{"env":"s3cret-value"}', '[]', '{"env":{"LD_PRELOAD":"s3cret-value"}}'])(
    'refuses %j without quoting it',
    async (input) => {
      const { status, stdout, stderr } = await test.hcp(['connect', '--verbose', 'vault'], { input });
      expect(status).toBe(input.trim() === '' ? 2 : 1);
      expect(stdout + stderr).not.toContain('s3cret');
    },
  );

  it('refuses bytes that are not UTF-8', async () => {
    const input = Buffer.concat([Buffer.from('{"env":{"A":"'), Buffer.from([0xff]), Buffer.from('"}}')]);
    const { status, stderr } = await test.hcp(['connect', 'vault'], { input });
    expect([status, stderr]).toEqual([2, 'hcp: the credential is not valid UTF-8; pass JSON in UTF-8\n']);
  });

  it('refuses a pack that is not there, and a credential among the words', async () => {
    expect((await failure(['connect', 'nobody'], credential))[0]).toBe(1);
    // Its standard input stays open: it is not waited for.
    const { status, stdout } = await test.start(['connect', 'nobody']).ended;
    expect([status, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ error: 'not_installed' })]);
    const file = join(test.folder, 'none');
    expect((await failure(['connect', '--file', file, 'nobody']))[1]).toBe('not_installed');
    expect((await failure(['connect', 'vault', credential]))[0]).toBe(2);
  });
});

describe('hcp audit', () => {
  it('shows, checks and exports the records', async () => {
    await test.json(['install', test.pack('probe')]);
    await test.json(['activate', 'probe']);
    await test.call(['exec', 'probe', 'json']);
    await test.call(['exec', 'probe', 'unruled']);
    const { records } = (await test.json(['audit', 'tail', '--count', '3'])) as { records: { event: string }[] };
    expect(records.map(({ event }) => event)).toEqual(['intent', 'outcome', 'denial']);
    const verified = (await test.json(['audit', 'verify'])) as { ok: boolean; head: string; records: number };
    expect(verified).toMatchObject({ ok: true, problem: null, open_calls: [] });
    expect(await test.json(['audit', 'verify', '--head', verified.head])).toMatchObject({ ok: true });
    const exported = (await test.hcp(['audit', 'export'])).stdout.trimEnd().split('\n');
    expect(exported).toHaveLength(verified.records);
    expect(exported.map((line) => (JSON.parse(line) as { v: number }).v).every((v) => v === 1)).toBe(true);
  });

  it('finds a record that was changed, with exit status 1', async () => {
    await test.json(['install', test.pack('probe')]);
    await test.json(['grant', 'probe.write']);
    const [file = ''] = readdirSync(join(test.home, 'audit')).filter((name) => name.endsWith('.jsonl'));
    const path = join(test.home, 'audit', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace('probe', 'prose'));
    const { status, stdout } = await test.hcp(['audit', 'verify']);
    expect([status, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ ok: false })]);
    expect((await test.hcp(['audit', 'verify', '--head', '0'.repeat(64)])).status).toBe(1);
  });

  it.each(['0', '-1', '1.5', 'x', '1e3', ''])('refuses --count=%s', async (count) => {
    expect((await failure(['audit', 'tail', `--count=${count}`]))[0]).toBe(2);
  });
});

describe('hcp doctor', () => {
  it('lists what it found, and ends with 1 where there is a problem', async () => {
    await test.json(['install', test.pack('probe')]);
    const { status, stdout } = await test.hcp(['doctor']);
    const { findings } = JSON.parse(stdout) as { findings: { level: string }[] };
    expect(findings.length).toBeGreaterThan(0);
    expect(status).toBe(findings.some(({ level }) => level === 'problem') ? 1 : 0);
    writeFileSync(join(test.home, 'config.json'), 'nope');
    const broken = await test.hcp(['doctor']);
    expect([broken.status, broken.stderr.includes('    at ')]).toEqual([1, false]);
  });
});
