import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { expect, test } from 'vitest';
import { runtimeVersion } from '../../src/runtime-version.js';
import { fixtureEnd, startFixture } from '../child-process.js';
import { temporaryFolder, temporaryHome } from '../temporary-home.js';
import { asIs, asUpdate, openPacks } from './open-packs.js';
import { ledgerBin, ledgerPolicy, ledgerSurface, makePack, plainPack, writePack } from './pack-fixture.js';

const failure = async (act: Promise<unknown>): Promise<HcpError> => {
  const error: unknown = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HcpError);
  return error as HcpError;
};

const lockText = (root: string): string => readFileSync(join(root, 'packs.lock.json'), 'utf8');

test('Installing records the real path, the digests, the pinned program and the version that validated', async () => {
  const { administration, acts, root, packs } = openPacks(temporaryHome());
  const dir = makePack({ skill: '# Ledger\n' });
  const link = join(temporaryFolder(), 'link');
  symlinkSync(dir, link);
  const report = await administration.install(link, asIs);
  expect(report).toMatchObject({ id: 'ledger', result: 'installed', changes: [], path_warnings: [] });
  const lock = JSON.parse(lockText(root)) as { packs: { ledger: Record<string, unknown> } };
  expect(lock).toMatchObject({ version: 1 });
  expect(lock.packs.ledger).toMatchObject({
    root: dir,
    validated_by: runtimeVersion,
    bin: { written: './bin/ledger.sh', allowed: true, file: { path: join(dir, 'bin', 'ledger.sh'), by: 'content' } },
  });
  expect(acts).toMatchObject([{ action: 'install', packId: 'ledger', details: { result: 'installed', root: dir } }]);
  expect(await packs.resolve('ledger')).toMatchObject({ id: 'ledger', root: dir, manifest: { id: 'ledger' } });
});

test('Installing the same again is no act and changes no byte', async () => {
  const { administration, acts, root } = openPacks(temporaryHome());
  const dir = makePack();
  await administration.install(dir, asIs);
  const before = lockText(root);
  for (const options of [asIs, asUpdate]) {
    expect(await administration.install(dir, options)).toMatchObject({ result: 'unchanged', changes: [] });
  }
  expect(lockText(root)).toBe(before);
  expect(acts).toHaveLength(1);
});

test('A touched program is the same pack with a newer pin', async () => {
  const { administration, acts, root } = openPacks(temporaryHome());
  const dir = makePack();
  await administration.install(dir, asIs);
  const before = lockText(root);
  utimesSync(join(dir, 'bin', 'ledger.sh'), new Date(0), new Date(0));
  expect(await administration.install(dir, asIs)).toMatchObject({ result: 'unchanged' });
  expect(lockText(root)).not.toBe(before);
  expect(acts).toHaveLength(1);
});

interface Change {
  readonly what: string;
  readonly apply: (dir: string) => void;
  readonly line: RegExp;
}

const surface = (change: (verbs: Record<string, Record<string, unknown>>) => void): string => {
  const copy = structuredClone(ledgerSurface) as unknown as { verbs: Record<string, Record<string, unknown>> };
  change(copy.verbs);
  return JSON.stringify(copy);
};
const policy = (change: (verbs: Record<string, Record<string, unknown>>) => void): string => {
  const copy = structuredClone(ledgerPolicy) as unknown as { verbs: Record<string, Record<string, unknown>> };
  change(copy.verbs);
  return JSON.stringify(copy);
};

const changes: readonly Change[] = [
  {
    what: 'a new verb',
    apply: (dir) => writePack(dir, { surface: surface((verbs) => (verbs['close'] = { cli: ['ledger', 'close'] })) }),
    line: /^verb "close" added/,
  },
  {
    what: 'a verb gone',
    apply: (dir) =>
      writePack(dir, {
        surface: surface((verbs) => delete verbs['transfer']),
        policy: policy((verbs) => delete verbs['transfer']),
      }),
    line: /^verb "transfer" removed$/,
  },
  {
    what: 'a command line that does something else',
    apply: (dir) => writePack(dir, { surface: surface((verbs) => (verbs['list']!['cli'] = ['ledger', 'erase'])) }),
    line: /^verb "list": cli: \["ledger","list","\{\{since\}\}"\] -> \["ledger","erase"\]$/,
  },
  {
    what: 'other arguments',
    apply: (dir) => writePack(dir, { surface: surface((verbs) => delete verbs['list']!['args']) }),
    line: /^verb "list": args changed$/,
  },
  {
    what: 'another capability',
    apply: (dir) => writePack(dir, { policy: policy((verbs) => (verbs['transfer']!['capability'] = 'ledger.move')) }),
    line: /^verb "transfer": capability: "ledger\.transfer" -> "ledger\.move"$/,
  },
  {
    what: 'a confirm taken away',
    apply: (dir) => writePack(dir, { policy: policy((verbs) => (verbs['transfer']!['confirm'] = false)) }),
    line: /^verb "transfer": confirm: true -> false$/,
  },
  {
    what: 'another access',
    apply: (dir) => writePack(dir, { policy: policy((verbs) => (verbs['list']!['access'] = 'write')) }),
    line: /^verb "list": access: "read" -> "write"$/,
  },
  {
    what: 'a Policy entry gone',
    apply: (dir) => writePack(dir, { policy: policy((verbs) => delete verbs['list']) }),
    line: /^verb "list": access: "read" -> none$/,
  },
  {
    what: 'a variable for the program',
    apply: (dir) =>
      writePack(dir, {
        surface: { ...ledgerSurface, wrap: { bin: './bin/ledger.sh', agent_env: { LEDGER_MODE: 'all' } } },
      }),
    line: /^wrap: .*LEDGER_MODE/,
  },
  {
    what: 'only words',
    apply: (dir) => writePack(dir, { surface: surface((verbs) => (verbs['list']!['description'] = 'Lists all.')) }),
    line: /^surface\.json changed$/,
  },
  {
    what: 'another program text',
    apply: (dir) => writePack(dir, { bin: `${ledgerBin}# changed\n` }),
    line: /^bin: content of .*ledger\.sh changed, sha256 [0-9a-f]{64} -> [0-9a-f]{64}$/,
  },
  {
    what: 'another interpreter',
    apply: (dir) => writePack(dir, { bin: '#!/bin/sh -e\nprintf {}\n' }),
    line: /^interpreters: .* -> .*-e/,
  },
  { what: 'a Skill', apply: (dir) => writePack(dir, { skill: 'new' }), line: /^HARNESS\.md added$/ },
];

test.each(changes)('A pack with $what is refused without update, and update says so', async ({ apply, line }) => {
  const { administration, root, acts, packs } = openPacks(temporaryHome());
  const dir = makePack();
  await administration.install(dir, asIs);
  const before = lockText(root);
  apply(dir);
  const refused = await failure(administration.install(dir, asIs));
  expect(refused.code).toBe('pack_changed');
  expect(refused.message.split('\n').some((text) => line.test(text))).toBe(true);
  expect(lockText(root)).toBe(before);
  expect(acts).toHaveLength(1);
  const report = await administration.install(dir, asUpdate);
  expect(report.result).toBe('updated');
  expect(report.changes.some((text) => line.test(text))).toBe(true);
  expect(acts).toHaveLength(2);
  expect(await packs.resolve('ledger')).toMatchObject({ id: 'ledger' });
  expect(await administration.install(dir, asIs)).toMatchObject({ result: 'unchanged' });
});

test('The same pack in another folder is a change that names both', async () => {
  const { administration } = openPacks(temporaryHome());
  const dir = makePack();
  const copy = join(temporaryFolder(), 'copy');
  cpSync(dir, copy, { recursive: true });
  await administration.install(dir, asIs);
  const refused = await failure(administration.install(copy, asIs));
  expect(refused.message).toContain(`folder: ${dir} -> ${copy}`);
  expect((await administration.install(copy, asUpdate)).changes).toContain(`folder: ${dir} -> ${copy}`);
  expect((await administration.list()).map((pack) => pack.root)).toEqual([copy]);
});

test('A Skill changed or taken away is named', async () => {
  const { administration } = openPacks(temporaryHome());
  const dir = makePack({ skill: 'one' });
  await administration.install(dir, asIs);
  writeFileSync(join(dir, 'HARNESS.md'), 'two');
  expect((await administration.install(dir, asUpdate)).changes).toEqual(['HARNESS.md changed']);
  rmSync(join(dir, 'HARNESS.md'));
  expect((await administration.install(dir, asUpdate)).changes).toEqual(['HARNESS.md removed']);
});

test('Without leave the program is known and not allowlisted, and leave is a change of its own', async () => {
  const { administration, packs } = openPacks(temporaryHome());
  const dir = makePack();
  await administration.install(dir, { ...asIs, allow: false });
  expect(await packs.resolve('ledger')).toMatchObject({ bin: { allowed: false } });
  expect(await administration.list()).toMatchObject([{ allowed: false }]);
  expect((await failure(administration.install(dir, asIs))).message).toContain('bin allowed: false -> true');
  expect(await administration.install(dir, asUpdate)).toMatchObject({ changes: ['bin allowed: false -> true'] });
  expect(await administration.list()).toMatchObject([{ allowed: true }]);
});

test('A folder others may write to is refused unless the operator names it, which is recorded', async () => {
  const { administration, root } = openPacks(temporaryHome());
  const dir = makePack();
  chmodSync(join(dir, 'bin'), 0o777);
  await failure(administration.install(dir, asIs));
  expect(existsSync(join(root, 'packs.lock.json'))).toBe(false);
  const accepted = { ...asIs, acceptPaths: [join(dir, 'bin')] };
  expect(await administration.install(dir, accepted)).toMatchObject({ result: 'installed' });
  expect(await administration.show('ledger')).toMatchObject({ bin: { accepted_paths: [join(dir, 'bin')] } });
});

test('An invalid pack is refused with each error on a line, and nothing is kept or recorded', async () => {
  const { administration, acts, root } = openPacks(temporaryHome());
  const dir = makePack({ surface: { ...ledgerSurface, wrap: {} }, policy: { surface_id: 'other', verbs: {} } });
  const error = await failure(administration.install(dir, asIs));
  expect(error.code).toBe('invalid_pack');
  expect(error.message.split('\n')).toEqual(
    expect.arrayContaining([
      'binding: wrap adapter requires wrap.bin',
      'missing_verb: id "ledger" does not match policy surface_id "other"',
    ]),
  );
  expect(acts).toEqual([]);
  expect(existsSync(join(root, 'packs.lock.json'))).toBe(false);
});

const shellPack = (bin: string, ...tokens: string[]): string =>
  makePack({
    surface: {
      id: 'shell',
      kind: 'wrap',
      wrap: { bin },
      verbs: { run: { cli: ['t', ...tokens], args: { properties: { m: { type: 'string' } } } } },
    },
    policy: { surface_id: 'shell', verbs: { run: { access: 'read' } } },
  });

test('A harmless name that leads to a shell is refused where an argument would be its code, by its real path', async () => {
  const { administration, acts, root } = openPacks(temporaryHome());
  const shell = realpathSync('/bin/bash');
  const dir = shellPack('./mysh', '-c', '{{m}}');
  symlinkSync('hop', join(dir, 'mysh'));
  symlinkSync('/bin/bash', join(dir, 'hop'));
  const error = await failure(administration.install(dir, asIs));
  expect(error.code).toBe('invalid_pack');
  expect(error.message.split('\n').slice(1)).toEqual([
    `invalid_meta: /verbs/run/cli/2 puts an argument where "${shell}" reads code (§6.4); pass it as a later argument`,
  ]);
  expect(acts).toEqual([]);
  expect(existsSync(join(root, 'packs.lock.json'))).toBe(false);
});

test("The same name installs where the code is the pack's own, and a script of a shell is no shell", async () => {
  const { administration } = openPacks(temporaryHome());
  const own = shellPack('./mysh', '-c', 'echo "$1"', 'sh', '{{m}}');
  symlinkSync('/bin/bash', join(own, 'mysh'));
  expect(await administration.install(own, asIs)).toMatchObject({ result: 'installed' });
  const script = shellPack('./bin/ledger.sh', '-c', '{{m}}');
  expect(await administration.install(script, asUpdate)).toMatchObject({ result: 'updated' });
});

test('A pack another version accepted with a shell behind its name is unknown', async () => {
  const opened = openPacks(temporaryHome());
  const dir = shellPack('./mysh', 'run.sh', '{{m}}');
  symlinkSync('/bin/bash', join(dir, 'mysh'));
  await opened.administration.install(dir, asIs);
  const surface = readFileSync(join(dir, 'surface.json'), 'utf8').replace('"run.sh"', '"-c"');
  writeFileSync(join(dir, 'surface.json'), surface);
  const lock = lockText(opened.root)
    .replace(/"surface_sha256": "[^"]*"/, `"surface_sha256": "${createHash('sha256').update(surface).digest('hex')}"`)
    .replace(/"validated_by": "[^"]*"/, '"validated_by": "0.0.0"');
  writeFileSync(join(opened.root, 'packs.lock.json'), lock);
  expect(await opened.packs.resolve('shell')).toMatchObject({
    unknown: true,
    reason: expect.stringContaining(realpathSync('/bin/bash')) as string,
  });
});

test('No text of a pack forges a line of the refusal, nor moves a cursor in it', async () => {
  const { administration } = openPacks(temporaryHome());
  const hostile = 'a\nok: all is well\r\u001b[2K\u0085\u2028\u202e\ud800';
  for (const text of [
    { surface: { ...ledgerSurface, verbs: { ...ledgerSurface.verbs, [hostile]: {} } } },
    { policy: { ...ledgerPolicy, [hostile]: 1 } },
    { policy: { ...ledgerPolicy, verbs: { ...ledgerPolicy.verbs, [hostile]: { access: 'read' } } } },
    { surface: { ...ledgerSurface, binding: { [hostile]: 1 } } },
  ]) {
    const { code, message } = await failure(administration.install(makePack(text), asIs));
    expect(code).toBe('invalid_pack');
    const [, ...lines] = message.split('\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect(line).toMatch(/^(?:invalid_meta|missing_verb): [^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u);
    expect(message).toContain(String.raw`a\u000aok: all is well\u000d\u001b[2K\u0085\u2028\u202e\ud800`);
  }
});

const capabilityPack = (id: string, ...capabilities: string[]): string =>
  makePack({
    surface: { id, kind: 'composite', verbs: Object.fromEntries(capabilities.map((name) => [name, {}])) },
    policy: {
      surface_id: id,
      verbs: Object.fromEntries(capabilities.map((capability) => [capability, { access: 'read', capability }])),
    },
  });

test.each([
  ['pay', 'pay.roll'],
  ['pay.roll', 'pay'],
])('Installing %s before %s warns of the capabilities that both share', async (first, second) => {
  const { administration, acts } = openPacks(temporaryHome());
  const packs: Readonly<Record<string, string>> = {
    pay: capabilityPack('pay', 'pay.read', 'pay.roll.run'),
    'pay.roll': capabilityPack('pay.roll', 'pay.roll.read', 'pay.roll.run'),
  };
  expect((await administration.install(packs[first] ?? '', asIs)).warnings).toEqual([]);
  const report = await administration.install(packs[second] ?? '', asIs);
  expect(report).toMatchObject({ result: 'installed' });
  expect(report.warnings).toEqual([
    {
      code: 'capability_overlap',
      message:
        `/id pack pay and pack pay.roll share capabilities (${first} is installed): a grant of "pay.*" also allows ` +
        'pay.roll.read, pay.roll.run of pay.roll, and both ask for pay.roll.run; grant single capabilities, ' +
        'or give one of the two another id',
      path: '/id',
      severity: 'warning',
    },
  ]);
  expect(acts).toHaveLength(2);
  expect((await administration.install(packs[second] ?? '', asIs)).warnings).toHaveLength(1);
});

test('Ids that only look alike share nothing', async () => {
  const { administration } = openPacks(temporaryHome());
  for (const id of ['pay', 'pay-roll', 'payroll', 'roll.pay', 'pa']) {
    expect((await administration.install(capabilityPack(id, `${id}.read`), asIs)).warnings).toEqual([]);
  }
});

test.each(['surface.json', 'policy.json'])('A pack without %s does not validate and does not install', async (name) => {
  const { administration } = openPacks(temporaryHome());
  const dir = makePack();
  rmSync(join(dir, name));
  expect(await administration.validate(dir)).toMatchObject({ valid: false });
  expect((await failure(administration.install(dir, asIs))).code).toBe('invalid_pack');
});

test.each(['surface.json', 'policy.json', 'HARNESS.md'])(
  'A pack whose %s is a folder is refused by its name',
  async (name) => {
    const { administration } = openPacks(temporaryHome());
    const dir = makePack();
    rmSync(join(dir, name), { force: true });
    mkdirSync(join(dir, name));
    expect((await failure(administration.install(dir, asIs))).message).toContain(join(dir, name));
    expect((await failure(administration.validate(dir))).message).toContain(join(dir, name));
  },
);

test('A folder that is not there, or is a file, is refused by its name', async () => {
  const { administration } = openPacks(temporaryHome());
  const dir = makePack();
  for (const wrong of [join(dir, 'nowhere'), join(dir, 'surface.json')]) {
    expect((await failure(administration.install(wrong, asIs))).message).toContain(wrong);
    expect((await failure(administration.validate(wrong))).message).toContain(wrong);
  }
});

test('When the act cannot be recorded nothing is installed, updated or uninstalled', async () => {
  const { administration, audit, root } = openPacks(temporaryHome());
  const dir = makePack();
  audit.broken = true;
  await expect(administration.install(dir, asIs)).rejects.toThrow('audit unavailable');
  expect(existsSync(join(root, 'packs.lock.json'))).toBe(false);
  audit.broken = false;
  await administration.install(dir, asIs);
  const before = lockText(root);
  audit.broken = true;
  writePack(dir, { skill: 'new' });
  await expect(administration.install(dir, asUpdate)).rejects.toThrow('audit unavailable');
  await expect(administration.uninstall('ledger')).rejects.toThrow('audit unavailable');
  expect(lockText(root)).toBe(before);
});

test('A pack id differs by its case from no other, because only lower case is an id', async () => {
  const { administration } = openPacks(temporaryHome());
  const dir = makePack(plainPack('Ledger'));
  expect(await administration.validate(dir)).toMatchObject({ valid: false });
  expect((await failure(administration.install(dir, asIs))).code).toBe('invalid_pack');
});

test('Eight processes that install at once leave eight packs', async () => {
  const { administration, root } = openPacks(temporaryHome());
  const dirs = Array.from({ length: 8 }, (_, index) => makePack(plainPack(`pack-${index}`)));
  const ends = await Promise.all(dirs.map((dir) => fixtureEnd(startFixture('install.ts', [root, dir]))));
  expect(ends.map(({ stderr }) => stderr)).toEqual(dirs.map(() => ''));
  expect((await administration.list()).map(({ id, state }) => [id, state])).toEqual(
    dirs.map((_, index) => [`pack-${index}`, 'ok']),
  );
});
