import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHome, type Ended, type TestHome } from './hcp-harness.js';

let test: TestHome;
beforeAll(async () => {
  test = createHome();
  await test.json(['install', test.pack('probe')]);
  await test.json(['activate', 'probe']);
  await test.json(['install', test.pack('vault')]);
});
afterAll(() => test.remove());

/** Runs with a fault planted before the program starts; standard input stays open. */
function withFault(fault: string, argv: readonly string[]): Promise<Ended> {
  const file = join(test.folder, 'fault.cjs');
  writeFileSync(file, fault);
  return test.start(argv, { env: { NODE_OPTIONS: `--require=${file}` } }).ended;
}

/** Thrown from a timer once the program waits, be it for input or for the program of a call. */
const unawaited = `
  const timer = setInterval(() => {
    if (process.listenerCount('SIGTERM') === 0) return;
    if (process.argv.includes('sleep') && !require('node:fs').readdirSync(process.env.HCP_HOME, { recursive: true }).some((name) => name.endsWith('/pid'))) return;
    clearInterval(timer);
    throw new RangeError('s3cret-value');
  }, 20);`;

it('says a fault that nobody awaits on one line, without its text', async () => {
  const { status, stderr } = await withFault(unawaited, ['exec', '--jsonl']);
  expect([status, stderr]).toEqual([1, 'hcp: unexpected RangeError; run again with --verbose to see where\n']);
});

it('shows where with --verbose, still without its text', async () => {
  const { status, stderr } = await withFault(unawaited, ['exec', '--jsonl', '--verbose']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^hcp: unexpected RangeError; .*\n {4}at .*fault\.cjs/);
  expect(stderr).not.toContain('s3cret');
});

it('ends a running call with a fault that nobody awaits, and answers it', async () => {
  const { status, stdout, stderr } = await withFault(unawaited, ['exec', 'probe', 'sleep']);
  expect([status, stderr]).toEqual([1, 'hcp: unexpected RangeError; run again with --verbose to see where\n']);
  expect(stdout).toBe('{"ok":false,"pack_id":"probe","verb_key":"sleep","error":"cancelled"}\n');
});

it('says something unexpected on the way of a command, as text and as JSON', async () => {
  const fault = `process.getBuiltinModule('node:tty').isatty = (fd) => { if (fd === 1) return false; throw new RangeError('s3cret'); };`;
  const { status, stdout, stderr } = await withFault(fault, ['connect', 'vault']);
  const message = 'unexpected RangeError; run again with --verbose to see where';
  expect([status, stderr]).toEqual([1, `hcp: ${message}\n`]);
  expect(JSON.parse(stdout)).toEqual({ error: 'unexpected', message });
});

it('answers an envelope where exec itself meets something unexpected', async () => {
  const fault = `require('node:fs').openSync = () => { throw new RangeError('s3cret'); };`;
  const { status, stdout, stderr } = await withFault(fault, ['exec', '--envelope', '/dev/null']);
  const message =
    'hcp: "/dev/null" cannot be read: unknown reason; name a file that holds an envelope, or - for standard input\n';
  expect([status, stderr]).toEqual([2, message]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, pack_id: '', verb_key: '' });
});
