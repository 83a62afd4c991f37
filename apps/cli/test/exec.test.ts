import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHome, type TestHome } from './hcp-harness.js';

let test: TestHome;

beforeAll(async () => {
  test = createHome();
  for (const name of ['probe', 'vault', 'inside']) {
    await test.json(['install', test.pack(name)]);
    await test.json(['activate', name]);
  }
  await test.json(['grant', 'probe.write']);
});
afterAll(() => test.remove());

const done = (verb: string, result: unknown): unknown => ({ ok: true, pack_id: 'probe', verb_key: verb, result });
const refused = (verb: string, error: unknown, pack = 'probe'): unknown => ({
  ok: false,
  pack_id: pack,
  verb_key: verb,
  error,
});

describe('hcp exec', () => {
  it('prints the result envelope on one line and nothing else', async () => {
    const { status, stdout, stderr } = await test.hcp(['exec', 'probe', 'json']);
    expect(stdout).toBe(
      '{"ok":true,"pack_id":"probe","verb_key":"json","result":{"big":12345678901234567890,"a":[1.0,"\\u00e9"]}}\n',
    );
    expect([status, stderr]).toEqual([0, '']);
  });

  it('types k=v by the schema and renders what it typed', async () => {
    const words = ['text=a b', 'amount=5', 'ratio=0.50', 'flag=false'];
    expect(await test.call(['exec', 'probe', 'echo', '--', ...words])).toEqual([
      0,
      done('echo', 'a b\n--amount=5\n--ratio=0.5\n--flag=false\n--json\n'),
    ]);
    expect(await test.call(['exec', 'probe', 'echo', '--', 'amount=five'])).toEqual([
      3,
      refused('echo', expect.stringMatching(/^invalid args: \/amount /)),
    ]);
    expect(await test.call(['exec', 'probe', 'loose', '--', 'value=0'])).toEqual([
      0,
      done('loose', '--value=0\n--json\n'),
    ]);
    expect(await test.call(['exec', 'probe', 'loose', '--', 'value:=["a",1,true]'])).toEqual([
      0,
      done('loose', '--value=a,1,true\n--json\n'),
    ]);
  });

  it('treats prototype names as ordinary names', async () => {
    expect(await test.call(['exec', 'probe', 'echo', '--', '__proto__=x'])).toEqual([
      3,
      refused('echo', expect.stringMatching(/^invalid args: \/__proto__ /)),
    ]);
    expect(await test.call(['exec', 'probe', '__proto__'])).toEqual([
      3,
      refused('__proto__', 'no policy for __proto__'),
    ]);
    expect(await test.call(['exec', 'constructor', 'toString', '--', 'a=1'])).toEqual([
      3,
      refused('toString', 'unknown pack constructor', 'constructor'),
    ]);
  });

  it('keeps log lines before JSON as the raw string', async () => {
    expect(await test.call(['exec', 'probe', 'log'])).toEqual([0, done('log', 'starting\n{"a":1}\n')]);
  });

  it('gives the child no terminal and an input at its end', async () => {
    expect(await test.call(['exec', 'probe', 'tty'], { input: 'typed ahead\n' })).toEqual([0, done('tty', 'end\n')]);
  });

  it('answers each refusal of the pipeline as an envelope, with exit status 3, before anything starts', async () => {
    const before = test.witness();
    const cases: readonly (readonly [readonly string[], string, string?, string?])[] = [
      [['nobody', 'list'], 'unknown pack nobody', 'list', 'nobody'],
      [['--session', 'other', 'probe', 'json'], 'pack probe not activated', 'json'],
      [['probe', 'unruled'], 'no policy for unruled', 'unruled'],
      [['probe', 'Echo'], 'no policy for Echo', 'Echo'],
      [['--project', 'mine', 'probe', 'json'], "denied: project mine is not the principal's", 'json'],
      [['probe', 'write', '--', 'amount=1'], 'confirm required', 'write'],
      [['probe', 'write', '--', 'amount=1', 'confirm:="true"'], 'confirm required', 'write'],
      [['probe', 'write', '--', 'amount=1', 'confirm=false'], 'confirm required', 'write'],
      [['probe', 'write', '--', 'amount=1', 'confirm=yes'], 'confirm required', 'write'],
      [['probe', 'approved', '--', 'confirm=true'], 'approval required', 'approved'],
      [['inside', 'list'], 'adapter composite not executable in hcp', 'list', 'inside'],
      [['probe', 'echo', '--', 'text=-o'], 'invalid args: /text must not start with "-"', 'echo'],
      [['vault', 'open'], expect.stringMatching(/^binding: /), 'open', 'vault'],
    ];
    for (const [words, error, verb = '', pack] of cases) {
      expect(await test.call(['exec', ...words]), words.join(' ')).toEqual([3, refused(verb, error, pack)]);
    }
    expect(test.witness()).toBe(before);
  });

  it('refuses for want of a capability until it is granted, and again once it is revoked', async () => {
    await test.json(['revoke', '*.read']);
    expect(await test.call(['exec', 'probe', 'other'])).toEqual([
      3,
      refused('other', 'denied: missing probe.other for probe.other'),
    ]);
    await test.json(['grant', 'probe.other']);
    expect(await test.call(['exec', 'probe', 'other'])).toEqual([0, done('other', '--json\n')]);
    await test.json(['grant', '*.read']);
  });

  it('opens a confirm gate for confirm=true and apply=true', async () => {
    for (const gate of ['confirm=true', 'apply=true']) {
      expect(await test.call(['exec', 'probe', 'write', '--', 'amount=7', gate])).toEqual([
        0,
        done('write', '7\n--json\n'),
      ]);
    }
  });

  it('ends with status 1 for what ran and failed', async () => {
    expect(await test.call(['exec', 'probe', 'fail'])).toEqual([
      1,
      { ...(refused('fail', 'it broke\n') as object), stdout: 'half done\n', stderr: 'it broke\n' },
    ]);
    expect(await test.call(['exec', 'probe', 'killed'])).toEqual([1, refused('killed', 'exit 137')]);
    expect(await test.call(['exec', 'probe', 'late'])).toEqual([1, refused('late', 'timed out after 200 ms')]);
    expect(await test.call(['exec', 'probe', 'flood'])).toEqual([1, refused('flood', 'output exceeded 1000 bytes')]);
  });

  it('refuses a bin that is installed and not allowed', async () => {
    const other = createHome();
    await other.json(['install', '--no-allow', other.pack('probe')]);
    await other.json(['activate', 'probe']);
    expect(await other.call(['exec', 'probe', 'json'])).toEqual([
      3,
      refused('json', 'sandbox: bin "./bin/probe.sh" not allowlisted'),
    ]);
    expect(other.witness()).toBe('');
    other.remove();
  });

  it('says the call id on standard error with --verbose', async () => {
    const { stderr } = await test.hcp(['exec', '--verbose', 'probe', 'json']);
    expect(stderr).toMatch(/^call [0-9a-f-]{36}\n$/);
    const { records } = (await test.json(['audit', 'tail', '--count', '1'])) as { records: { call_id: string }[] };
    expect(stderr).toBe(`call ${records[0]?.call_id ?? ''}\n`);
  });
});

describe('hcp exec --dry-run', () => {
  it('shows what would run and runs nothing', async () => {
    const before = test.witness();
    const [status, answer] = await test.call(['exec', '--dry-run', 'probe', 'write', '--', 'amount=7', 'confirm=true']);
    expect(status).toBe(0);
    expect(answer).toMatchObject({ ok: true, pack_id: 'probe', verb_key: 'write', result: { dry_run: true } });
    expect(JSON.stringify(answer)).toContain('["echo","7","--json"]');
    expect(test.witness()).toBe(before);
  });

  it('stops where the call would', async () => {
    expect(await test.call(['exec', '--dry-run', 'probe', 'write', '--', 'amount=7'])).toEqual([
      3,
      refused('write', 'confirm required'),
    ]);
  });
});

describe('usage mistakes of exec', () => {
  it.each([
    [['probe'], 'a verb key is missing'],
    [['probe', 'json', 'k=v'], 'there is a word too many'],
    [['probe', 'json', '--', 'k'], 'argument "k" is not k=v'],
    [['probe', 'json', '--', '=v'], 'argument "" has no key'],
    [['probe', 'json', '--', 'k=1', 'k=2'], 'argument "k" is given twice'],
    [['probe', 'json', '--', 'k:={'], 'argument "k" is not JSON'],
    [['--jsonl', 'probe'], '--jsonl takes no pack'],
    [['--sessoin', 's', 'probe', 'json'], "unknown option '--sessoin'"],
    [['probe', 'json', '--session'], "option '--session <name>' argument missing"],
    [['', 'json'], '/pack_id must be a non-empty string'],
    [['probe', ''], '/verb_key must be a non-empty string'],
    [['probe', 'json', '--', 'k:={"a":1,"a":2}'], 'duplicate key "a" in /args/k'],
    [['probe', 'json', '--', 'k:=9007199254740993'], '/args/k is an integer JSON cannot carry exactly'],
  ])('%j answers an invalid envelope with exit status 2', async (words, reason) => {
    const [status, answer] = await test.call(['exec', ...words]);
    expect(status).toBe(2);
    expect(answer).toEqual(refused('', expect.stringContaining(`invalid envelope: ${reason}`), ''));
  });

  it('names the flag that may have been meant, on standard error', async () => {
    const { stderr } = await test.hcp(['exec', '--sessoin', 's', 'probe', 'json']);
    expect(stderr).toBe("hcp: unknown option '--sessoin'; did you mean --session?\n");
  });
});

describe('hcp exec --envelope', () => {
  const envelope = '{"surface_id":"probe","verb_key":"loose","args":{"value":1.0},"later":true}';

  it('reads an envelope from a file and from standard input', async () => {
    const file = join(test.folder, 'envelope.json');
    writeFileSync(file, envelope);
    const answer = [0, done('loose', '--value=1\n--json\n')];
    expect(await test.call(['exec', '--envelope', file])).toEqual(answer);
    expect(await test.call(['exec', '--envelope', '-'], { input: envelope })).toEqual(answer);
  });

  it.each([
    ['', 'not JSON'],
    ['nope', 'not JSON'],
    ['[]', '/ must be an object'],
    [`\uFEFF${envelope}`, 'starts with a byte order mark'],
    ['{"pack_id":"probe","pack_id":"other","verb_key":"json"}', 'duplicate key "pack_id" in /'],
    ['{"pack_id":"probe","p\\u0061ck_id":"other","verb_key":"json"}', 'duplicate key "pack_id" in /'],
    ['{"pack_id":"probe","surface_id":"other","verb_key":"json"}', '/surface_id differs from /pack_id'],
    ['{"pack_id":"probe","verb_key":"json","args":[]}', '/args must be an object'],
    ['{"pack_id":"probe","verb_key":"json","args":{"n":1e999}}', '/args/n is an integer JSON cannot carry exactly'],
    [`{"pack_id":"probe","verb_key":"json","args":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}`, 'nested deeper than 64'],
    [`{"pack_id":"${'x'.repeat(1024 * 1024)}"}`, 'more than 1048576 bytes'],
  ])('answers an invalid envelope with exit status 2 (%#)', async (text, reason) => {
    const [status, answer] = await test.call(['exec', '--envelope', '-'], { input: text });
    expect(status).toBe(2);
    expect(answer).toEqual(refused('', expect.stringContaining(`invalid envelope: ${reason}`), ''));
  });

  it('refuses bytes that are not UTF-8', async () => {
    const input = Buffer.concat([Buffer.from('{"pack_id":"'), Buffer.from([0xff]), Buffer.from('","verb_key":"x"}')]);
    expect(await test.call(['exec', '--envelope', '-'], { input })).toEqual([
      2,
      refused('', expect.stringContaining('invalid envelope: not valid UTF-8'), ''),
    ]);
  });

  it('stops reading an endless input', async () => {
    const [status, answer] = await test.call(['exec', '--envelope', '/dev/zero']);
    expect([status, answer]).toEqual([2, refused('', expect.stringContaining('more than 1048576 bytes'), '')]);
  });

  it.each([
    ['missing.json', 'there is no such file'],
    ['folder', 'it is a folder'],
    ['', 'there is no such file'],
  ])('takes an envelope that cannot be read (%j) for an invalid one, and touches nothing', async (name, reason) => {
    mkdirSync(join(test.folder, 'folder'), { recursive: true });
    const home = join(test.folder, 'untouched');
    const { status, stdout, stderr } = await test.hcp(['exec', '--envelope', name], { env: { HCP_HOME: home } });
    const message = `${JSON.stringify(name)} cannot be read: ${reason}`;
    expect([status, JSON.parse(stdout)]).toEqual([2, refused('', `invalid envelope: ${message}`, '')]);
    expect(stderr).toBe(`hcp: ${message}; name a file that holds an envelope, or - for standard input\n`);
    expect(existsSync(home)).toBe(false);
  });
});

describe('a home that is not absolute', () => {
  const message = 'HCP_HOME must be an absolute path, not "here"';
  it.each([
    [['exec', 'probe', 'json'], 'probe', 'json', ''],
    [['exec', '--envelope', '-'], 'probe', 'json', '{"surface_id":"probe","verb_key":"json"}'],
    [['run', 'probe', 'setup', 'status'], 'probe', 'setup.status', ''],
    [['exec', '--jsonl'], '', '', ''],
  ])('is refused by %j, whose answer says what was asked for', async (...each) => {
    const [words, pack, verb, input] = each;
    const { status, stdout, stderr } = await test.hcp(words, { input, env: { HCP_HOME: 'here' } });
    expect([status, JSON.parse(stdout)]).toEqual([3, refused(verb, message, pack)]);
    expect(stderr).toBe(`hcp: ${message}\n`);
  });
});
