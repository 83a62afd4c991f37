import { beforeAll, describe, expect, it } from 'vitest';
import { HcpCommand } from './hcp-command.js';
import { isMissing, runProgram } from './run-program.js';

type Row = Readonly<Record<string, unknown>>;

/** In a container the program may be there and have nothing to look at; the packs promise what it says, not more. */
const cannotRun = async (program: string): Promise<boolean> => {
  if (isMissing(program)) return true;
  const { exitCode, stderr } = await runProgram(program, ['--json']);
  if (exitCode !== 0) console.warn(`skipped: ${program} --json does not work on this machine: ${stderr}`);
  return exitCode !== 0;
};

const programs = ['lsblk', 'lscpu', 'findmnt'] as const;
const unusable = Object.fromEntries(
  await Promise.all(programs.map(async (program) => [program, await cannotRun(program)] as const)),
);
const hcp = new HcpCommand();
const rows = async (pack: string, verb: string, args: Row): Promise<readonly Row[]> => {
  const { exitCode, envelope } = await hcp.send(pack, verb, args);
  expect(envelope).toMatchObject({ ok: true, pack_id: pack, verb_key: verb });
  expect(exitCode).toBe(0);
  const tables = Object.values(envelope.result as Readonly<Record<string, readonly Row[]>>);
  expect(tables).toHaveLength(1);
  return tables[0]!;
};
const refusal = async (pack: string, verb: string, args: Row): Promise<string | undefined> => {
  const { exitCode, envelope } = await hcp.send(pack, verb, args);
  expect(exitCode).toBe(3);
  return envelope.error;
};

describe.skipIf(unusable['lsblk'])('lsblk through hcp', () => {
  beforeAll(() => hcp.install('lsblk'));

  it('answers its block devices as objects, with just the columns asked for', async () => {
    expect(Array.isArray(await rows('lsblk', 'list', {}))).toBe(true);
    for (const row of await rows('lsblk', 'list', { columns: ['NAME', 'SIZE'] })) {
      expect(Object.keys(row).filter((key) => key !== 'children')).toEqual(['name', 'size']);
      expect(typeof row['size']).toBe('number');
    }
    expect(Array.isArray(await rows('lsblk', 'filesystems', {}))).toBe(true);
    expect(Array.isArray(await rows('lsblk', 'topology', {}))).toBe(true);
  });

  it('refuses a column it does not offer and a device that is no path of one', async () => {
    expect(await refusal('lsblk', 'list', { columns: ['NAME', 'name'] })).toMatch(/^invalid args: \/columns\/1 /);
    expect(await refusal('lsblk', 'list', { columns: [] })).toMatch(/^invalid args: \/columns /);
    expect(await refusal('lsblk', 'list', { device: '--version' })).toMatch(/^invalid args: \/device /);
    expect(await refusal('lsblk', 'topology', { sysroot: '/tmp' })).toMatch(/^invalid args: \/sysroot /);
  });

  it('reports a device that is not there in the program’s own words', async () => {
    const { exitCode, envelope } = await hcp.send('lsblk', 'list', { device: '/dev/not-there' });
    expect(exitCode).toBe(1);
    expect(envelope.error).toBe('lsblk: /dev/not-there: not a block device\n');
  });
});

describe.skipIf(unusable['lscpu'])('lscpu through hcp', () => {
  beforeAll(() => hcp.install('lscpu'));

  it('answers fields of the summary as objects, in English whatever the operator’s language', async () => {
    const fields = (await rows('lscpu', 'summary', {})).map((row) => row['field']);
    expect(fields).toContain('Architecture:');
  });

  it('answers one row for each processor', async () => {
    const cpus = await rows('lscpu', 'cpus', { columns: ['CPU', 'ONLINE'] });
    expect(cpus.length).toBeGreaterThan(0);
    for (const row of cpus) expect(Object.keys(row)).toEqual(['cpu', 'online']);
  });

  it('needs the columns of a verb that requires them', async () => {
    expect(await refusal('lscpu', 'cpus', {})).toMatch(/^invalid args: \/columns /);
  });
});

describe.skipIf(unusable['findmnt'])('findmnt through hcp', () => {
  beforeAll(() => hcp.install('findmnt'));

  it('finds the file system that holds a path', async () => {
    const found = await rows('findmnt', 'find', { target: '/', columns: ['TARGET', 'SIZE', 'AVAIL'] });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ target: '/', size: expect.any(Number) as number });
  });

  it('lists mounts by type and all of them', async () => {
    expect((await rows('findmnt', 'list', {})).length).toBeGreaterThan(0);
    const proc = await rows('findmnt', 'list', { types: ['proc'], columns: ['TARGET', 'FSTYPE'] });
    expect(proc[0]).toMatchObject({ fstype: 'proc' });
    expect((await rows('findmnt', 'usage', {})).length).toBeGreaterThan(0);
  });

  it('answers exit 1 for a path that is not there, of which findmnt says nothing', async () => {
    const { exitCode, envelope } = await hcp.send('findmnt', 'find', { target: '/no/such/path' });
    expect([exitCode, envelope.error]).toEqual([1, 'exit 1']);
  });
});
