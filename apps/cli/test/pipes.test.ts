import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, createHome, type Ended, type TestHome } from './hcp-harness.js';

let test: TestHome;
const quoted = command.map((word) => `'${word}'`).join(' ');

beforeAll(async () => {
  test = createHome();
  await test.json(['install', test.pack('probe')]);
  await test.json(['activate', 'probe']);
});
afterAll(() => test.remove());

/** In a shell, with `$HCP` as the built program. */
function shell(script: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync('sh', ['-c', script.replaceAll('$HCP', quoted)], {
    encoding: 'utf8',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HCP_HOME: test.home },
    maxBuffer: 64 * 1024 * 1024,
  });
}

const lastRecord = async (): Promise<unknown> => {
  const { records } = (await test.json(['audit', 'tail', '--count', '1'])) as { records: unknown[] };
  return records[0];
};

describe('a reader that goes away', () => {
  it('gets its line, and no stack trace follows', () => {
    const { stdout, stderr } = shell('$HCP exec probe big | head -c 20');
    expect(stdout).toBe('{"ok":true,"pack_id"');
    expect(stderr).toBe('');
  });

  it('is no fault of exec, which keeps its exit status and its record', async () => {
    const { stdout, stderr } = shell('{ $HCP exec probe big; echo "status $?" >&2; } | true');
    expect([stdout, stderr]).toEqual(['', 'status 0\n']);
    expect(await lastRecord()).toMatchObject({ event: 'outcome', verb_key: 'big', ok: true });
  });

  it('is no fault of a management command or of help', () => {
    for (const words of ['audit export', '--help', 'help exec', 'show probe --json', 'doctor']) {
      expect(shell(`{ sleep 0.2; $HCP ${words}; } | true`).stderr, words).toBe('');
    }
  });

  it('may be slow: the whole answer arrives, whatever kind of pipe it is', () => {
    for (const reader of ['{ sleep 0.3; wc -c; }', '{ sleep 0.3; cat; } | wc -c']) {
      expect(Number(shell(`$HCP exec probe big | ${reader}`).stdout)).toBeGreaterThan(300_000);
    }
  });

  it('is waited for when the pipe does not block', async () => {
    // A parent that is a Node program reads from a socket it has made non-blocking for both ends.
    const reader = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.argv[1], process.argv.slice(2), { stdio: ['ignore', 'pipe', 'inherit'] });
      let length = 0;
      setTimeout(() => child.stdout.on('data', (piece) => (length += piece.length)), 300);
      child.on('close', (status) => console.log(status, length > 300000));`;
    const ended = await new Promise<string>((resolve) => {
      const child = spawn(process.execPath, ['-e', reader, ...command, 'exec', 'probe', 'big'], {
        env: { PATH: '/usr/bin:/bin', HCP_HOME: test.home },
      });
      let text = '';
      child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
      child.on('close', () => resolve(text));
    });
    expect(ended).toBe('0 true\n');
  });

  it('may be missing altogether', () => {
    expect(shell('$HCP exec probe json >&-; echo $?').stdout).toBe('0\n');
    expect(shell('$HCP exec probe json 2>&- >/dev/null; echo $?').stdout).toBe('0\n');
    expect(shell('$HCP exec nobody json <&- 2>&- | wc -l').stdout.trim()).toBe('1');
  });

  it.skipIf(!existsSync('/dev/full'))('may be a full disk, which is said', () => {
    const { stdout, stderr } = shell('$HCP exec probe json >/dev/full; echo $?');
    expect([stdout, stderr]).toEqual(['1\n', 'hcp: standard output cannot be written: ENOSPC\n']);
    expect(shell('$HCP list --json >/dev/full; echo $?').stdout).toBe('1\n');
  });
});

describe('words that are no UTF-8', () => {
  it('are refused by exec and run, not passed on as other words', () => {
    for (const call of ["exec probe loose -- value=$(printf 'a\\377')", "run probe loose --value=$(printf 'a\\377')"]) {
      const { stdout } = shell(`$HCP ${call} 2>/dev/null; echo $?`);
      expect(stdout, call).toMatch(/holds U\+FFFD.*\n2\n$/);
    }
  });
});

describe('hcp exec --jsonl', () => {
  const line = (verb: string, args = {}): string => JSON.stringify({ pack_id: 'probe', verb_key: verb, args });
  const lines = (ended: Ended): unknown[] =>
    ended.stdout
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => JSON.parse(text) as unknown);
  const answers = async (input: string | Buffer): Promise<readonly unknown[]> => {
    const ended = await test.hcp(['exec', '--jsonl'], { input });
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    return lines(ended);
  };

  it('answers each line in order, skips blank ones, and goes on behind a bad one', async () => {
    const input = [line('loose', { value: 1 }), '', ' \t ', 'nope', line('unruled'), line('loose', { value: 2 })];
    expect(await answers(`${input.join('\n')}\n`)).toEqual([
      { ok: true, pack_id: 'probe', verb_key: 'loose', result: '--value=1\n--json\n' },
      { ok: false, pack_id: '', verb_key: '', error: expect.stringMatching(/^invalid envelope: not JSON/) as unknown },
      { ok: false, pack_id: 'probe', verb_key: 'unruled', error: 'no policy for unruled' },
      { ok: true, pack_id: 'probe', verb_key: 'loose', result: '--value=2\n--json\n' },
    ]);
  });

  it('takes CRLF, a last line without an end, and an empty input', async () => {
    expect(await answers(`${line('log')}\r\n\r\n${line('log')}`)).toHaveLength(2);
    expect(await answers('')).toEqual([]);
    expect(await answers('\n\n\n')).toEqual([]);
  });

  it('answers each line as soon as it is there', async () => {
    const started = test.start(['exec', '--jsonl']);
    for (const value of ['a', 'b']) {
      const answer = new Promise<string>((resolve) =>
        started.child.stdout.once('data', (piece: Buffer) => resolve(piece.toString())),
      );
      started.child.stdin.write(`${line('loose', { value })}\n`);
      expect(JSON.parse(await answer)).toMatchObject({ ok: true, result: `--value=${value}\n--json\n` });
    }
    started.child.stdin.end();
    expect((await started.ended).status).toBe(0);
  });

  it('reads a file as it reads a pipe', () => {
    const file = join(test.folder, 'lines.jsonl');
    writeFileSync(file, `${line('log')}\n`.repeat(3));
    expect(shell(`$HCP exec --jsonl <'${file}' | wc -l`).stdout.trim()).toBe('3');
    expect(shell('$HCP exec --jsonl </dev/null; echo $?').stdout).toBe('0\n');
    mkdirSync(join(test.folder, 'no-lines'), { recursive: true });
    expect(shell(`$HCP exec --jsonl <'${join(test.folder, 'no-lines')}' >/dev/null; echo $?`).stdout).toBe('3\n');
  });

  it('answers a line over 1 MiB as too large within bounded memory, and goes on', async () => {
    const started = test.start(['exec', '--jsonl']);
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let count = 0; count < 400; count += 1) {
      if (!started.child.stdin.write(piece)) await new Promise((done) => started.child.stdin.once('drain', done));
    }
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${started.child.pid ?? 0}/status`, 'utf8'));
    started.child.stdin.end(`\n${line('log')}\n`);
    const ended = await started.ended;
    expect(Number(peak?.[1])).toBeLessThan(250_000);
    expect(lines(ended)).toEqual([
      {
        ok: false,
        pack_id: '',
        verb_key: '',
        error: 'invalid envelope: more than 1048576 bytes',
      },
      expect.objectContaining({ ok: true }),
    ]);
  });

  it('stops when its reader is gone, and runs nothing that nobody would read', () => {
    const before = test.witness();
    const input = `${line('loose', { value: 'x' })}\n`.repeat(50);
    const file = join(test.folder, 'many.jsonl');
    writeFileSync(file, input);
    const { stderr } = shell(`{ $HCP exec --jsonl <'${file}'; echo "status $?" >&2; } | head -n 1 >/dev/null`);
    expect(stderr).toBe('status 1\n');
    expect(test.witness().slice(before.length).split('\n').length).toBeLessThan(40);
  });

  it('takes --dry-run and --session for every line', async () => {
    const before = test.witness();
    const dry = await test.hcp(['exec', '--jsonl', '--dry-run'], { input: `${line('log')}\n${line('log')}\n` });
    expect(lines(dry)).toEqual([
      expect.objectContaining({ ok: true, result: expect.objectContaining({ dry_run: true }) as unknown }),
      expect.objectContaining({ ok: true }),
    ]);
    expect(test.witness()).toBe(before);
    const other = await test.hcp(['exec', '--jsonl', '--session=none'], { input: line('log') });
    expect([other.status, lines(other)]).toEqual([
      0,
      [{ ok: false, pack_id: 'probe', verb_key: 'log', error: 'pack probe not activated' }],
    ]);
  });
});
