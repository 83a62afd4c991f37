import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHome, hasTerminal, type TestHome } from './hcp-harness.js';

let test: TestHome;

beforeAll(async () => {
  test = createHome();
  for (const name of ['probe', 'vault']) {
    await test.json(['install', test.pack(name)]);
    await test.json(['activate', name]);
  }
});
afterAll(() => test.remove());

/** Nothing that could move a cursor, beyond the line endings a terminal makes. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n');
const moving = /[^\P{Cc}\n\t]|\p{Cf}/u;

describe.skipIf(!hasTerminal)('on a terminal', () => {
  it('management commands print text for people', async () => {
    const list = await test.terminal(['list']);
    expect(plain(list.stdout)).toMatch(/^PACK +KIND +PROGRAM +COMMANDS +STATE\nprobe +wrap +allowed +/);
    expect(JSON.parse((await test.terminal(['list', '--json'])).stdout)).toHaveProperty('packs');
    for (const words of [['sessions'], ['config', 'get'], ['audit', 'tail'], ['audit', 'verify'], ['grant', 'a.b']]) {
      const { status, stdout } = await test.terminal(words);
      expect([words, status, stdout.startsWith('{"')]).toEqual([words, 0, false]);
    }
    const doctor = await test.terminal(['doctor']);
    expect(plain(doctor.stdout)).toMatch(/^(ok|warning|problem) +\S/);
  });

  it('text of a pack cannot move the cursor or turn the writing', async () => {
    for (const words of [
      ['show', 'probe'],
      ['show', 'probe', '--json'],
      ['skill', 'probe'],
      ['skill', '--text', 'probe'],
    ]) {
      const { status, stdout } = await test.terminal(words);
      expect([status, plain(stdout)]).toEqual([0, expect.not.stringMatching(moving)]);
      expect(stdout).toContain(words[0] === 'show' ? 'control and' : 'hello');
      expect(stdout).toMatch(/\\u001b\[2J/);
    }
    const { status, stdout } = await test.terminal(['validate', test.pack('broken')]);
    expect([status, plain(stdout)]).toEqual([1, expect.not.stringMatching(moving)]);
    expect(stdout).toContain('is not valid');
  });

  it('output of a child is escaped inside the envelope, which still means the same', async () => {
    const shown = await test.terminal(['exec', 'probe', 'hostile']);
    expect(plain(shown.stdout)).not.toMatch(moving);
    const piped = await test.hcp(['exec', 'probe', 'hostile']);
    expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(piped.stdout));
    expect(piped.stdout).toContain('\u202e');
  });

  it('errors are one line for people', async () => {
    const { status, stdout } = await test.terminal(['show', 'no\u001b[2Jbody']);
    expect(status).toBe(1);
    expect(plain(stdout)).toMatch(/^hcp: .*no\\u001b\[2Jbody.*\n$/);
    expect(plain((await test.terminal(['nonsense'])).stdout)).toBe("hcp: unknown command 'nonsense'; see hcp help\n");
  });

  it('what only the operator may know is said to him, beside the envelope', async () => {
    const { stdout } = await test.terminal(['exec', 'nobody', 'list']);
    expect(plain(stdout)).toMatch(/^hcp: .*\n\{"ok":false/);
  });

  it('a command that takes over a second says that it is still running', async () => {
    const started = test.terminal(['exec', 'probe', 'slow']);
    expect(plain((await started).stdout)).toContain('hcp: probe slow is still running …\n');
  });

  it('a credential is asked for without being shown', async () => {
    const secret = '{"env":{"VAULT_TOKEN":"s3cret-value-of-mine"}}';
    const { status, stdout } = await test.terminal(['connect', 'vault'], { after: 'hidden', keys: `${secret}\r` });
    expect([status, stdout]).toEqual([0, expect.not.stringContaining('s3cret')]);
    expect(stdout).toContain('vault is connected to vault');
    expect(readFileSync(join(test.home, 'credentials', 'vault.json'), 'utf8')).toContain('s3cret-value-of-mine');
  });

  it('a question that is broken off stores nothing', async () => {
    const other = createHome();
    await other.json(['install', other.pack('vault')]);
    const { status, stdout } = await other.terminal(['connect', 'vault'], { after: 'hidden', keys: '{"env":\u0003' });
    expect([status, stdout]).toEqual([1, expect.stringContaining('nothing is stored')]);
    expect(existsSync(join(other.home, 'credentials', 'vault.json'))).toBe(false);
    other.remove();
  });

  it('exec and run never ask: their input is not read', async () => {
    const { status, stdout } = await test.terminal(['exec', 'probe', 'tty'], { after: '', keys: 'typed\n' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('"result":"end\\n"')]);
  });
});
