import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { HcpCommand } from './hcp-command.js';
import { isMissing } from './run-program.js';

/** Programs nobody here wrote, in a jail: as they are, or through the pack's own shim. */
const hcp = new HcpCommand();
const folder = mkdtempSync(join(tmpdir(), 'hcp-jailed-'));

await hcp.manage('config', 'set', 'sandbox.mode', '"sandbox"');
const probe = new HcpCommand();
await probe.manage('config', 'set', 'sandbox.mode', '"sandbox"');
await probe.install('lscpu');
const proof = (await probe.exec('lscpu', 'summary')).envelope;
const jails = proof.ok || !String(proof.error).startsWith('sandbox: ');
if (!jails) console.warn(`skipped: mode sandbox does not work on this machine: ${proof.error}`);

type Json = Readonly<Record<string, unknown>>;

async function answer(pack: string, verb: string, args: Json = {}): Promise<Json> {
  const { exitCode, envelope } = await hcp.send(pack, verb, args);
  expect(envelope).toMatchObject({ ok: true, pack_id: pack, verb_key: verb });
  expect(exitCode).toBe(0);
  return envelope.result as Json;
}

async function see(pack: string, ...paths: readonly string[]): Promise<void> {
  await hcp.manage('config', 'set', `packs.${pack}.readable`, JSON.stringify(paths));
}

beforeAll(() => {
  mkdirSync(join(folder, 'texts', 'deep'), { recursive: true });
  writeFileSync(join(folder, 'texts', 'one.txt'), 'first\nneedle here\n');
  writeFileSync(join(folder, 'texts', 'deep', 'two.txt'), 'needle and\nNeedle\n');
});

describe.runIf(jails)('in a jail', { timeout: 60_000 }, () => {
  it.skipIf(isMissing('lscpu') || isMissing('findmnt'))(
    'util-linux answers as outside, where it is shown what it asks for',
    async () => {
      await hcp.install('lscpu');
      await hcp.install('findmnt');
      await see('lscpu', '/sys/devices/system/cpu');
      const cpus = (await answer('lscpu', 'cpus', { columns: ['CPU'] }))['cpus'];
      expect(cpus).toContainEqual({ cpu: 0 });
      // The mounts are those of the jail: nothing of the machine is listed.
      const { filesystems } = (await answer('findmnt', 'list', { columns: ['TARGET'] })) as {
        filesystems: readonly Json[];
      };
      expect(JSON.stringify(filesystems)).toContain('"/tmp"');
      expect(JSON.stringify(filesystems)).not.toContain('"/sys"');
    },
  );

  it.skipIf(isMissing('lsblk') || !existsSync('/sys/block'))(
    'lsblk sees the machine when the operator shows it /sys',
    async () => {
      await hcp.install('lsblk');
      await see('lsblk', '/sys');
      expect(Array.isArray((await answer('lsblk', 'list', { columns: ['NAME', 'SIZE'] }))['blockdevices'])).toBe(true);
    },
  );

  it.skipIf(isMissing('rg'))('ripgrep searches the folders it is shown, and no other', async () => {
    await hcp.install('ripgrep');
    await see('ripgrep', join(folder, 'texts'));
    expect(await answer('ripgrep', 'search', { folder: join(folder, 'texts'), pattern: '^needle' })).toEqual({
      matches: [
        { path: join(folder, 'texts', 'deep', 'two.txt'), line: 1, text: 'needle and' },
        { path: join(folder, 'texts', 'one.txt'), line: 2, text: 'needle here' },
      ],
      complete: true,
    });
    expect(
      await answer('ripgrep', 'search', { folder: join(folder, 'texts'), pattern: 'needle', limit: 1 }),
    ).toMatchObject({
      complete: false,
    });
    expect(await answer('ripgrep', 'search', { folder: join(folder, 'texts'), pattern: 'nowhere' })).toEqual({
      matches: [],
      complete: true,
    });
    const outside = await hcp.send('ripgrep', 'search', { folder: '/root', pattern: 'x' });
    expect(outside.envelope).toMatchObject({ ok: false, error: expect.stringContaining('No such file') as string });
  });

  it.skipIf(isMissing('restic'))('restic backs up into the work folder and lists what is there', async () => {
    await hcp.install('restic', 'restic.write');
    const credential = JSON.stringify({ env: { RESTIC_PASSWORD: 'a-password-of-the-test' } });
    const connected = await hcp.run(['connect', 'restic'], credential);
    expect(connected.exitCode).toBe(0);
    await see('restic', join(folder, 'texts'));
    await answer('restic', 'init', { confirm: true });
    const backup = await answer('restic', 'backup', { folder: join(folder, 'texts'), confirm: true });
    expect(backup).toMatchObject({ files_new: 2 });
    const { snapshots } = (await answer('restic', 'snapshots')) as { snapshots: readonly Json[] };
    expect(snapshots).toMatchObject([{ paths: [join(folder, 'texts')] }]);
    const { files } = (await answer('restic', 'list', { snapshot: 'latest' })) as { files: readonly Json[] };
    expect(files.map((file) => file['path'])).toContain(join(folder, 'texts', 'deep', 'two.txt'));
  });

  it.skipIf(isMissing('npm'))('npm lists the packages of a folder it is shown', async () => {
    const app = join(folder, 'app');
    const module = join(app, 'node_modules', 'words');
    mkdirSync(module, { recursive: true });
    writeFileSync(join(app, 'package.json'), '{"name":"app","version":"1.0.0","dependencies":{"words":"1.2.3"}}');
    writeFileSync(join(module, 'package.json'), '{"name":"words","version":"1.2.3"}');
    await hcp.install('npm');
    await see('npm', app);
    expect(await answer('npm', 'ls', { folder: app, depth: 0 })).toMatchObject({
      name: 'app',
      dependencies: { words: { version: '1.2.3' } },
    });
  });

  it.skipIf(isMissing('pylint'))('a tool in Python answers, and code it is not shown is not there', async () => {
    const code = join(folder, 'code');
    mkdirSync(code);
    writeFileSync(join(code, 'tool.py'), '"""A tool."""\nimport os\n');
    await hcp.install('pylint');
    await see('pylint', code);
    expect(await answer('pylint', 'check', { path: join(code, 'tool.py') })).toMatchObject([
      { symbol: 'unused-import' },
    ]);
    const hidden = await hcp.send('pylint', 'check', { path: '/root/hidden.py' });
    expect(hidden.envelope).toMatchObject({ ok: false, stdout: expect.stringContaining('No module named') as string });
  });
});
