import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, type TestHome } from './hcp-harness.js';

let test: TestHome;
beforeEach(() => (test = createHome()));
afterEach(() => test.remove());

const install = async (...flags: readonly string[]): Promise<string> => {
  const folder = test.pack('blend');
  await test.json(['install', ...flags, folder]);
  await test.json(['install', test.pack('probe')]);
  for (const id of ['blend', 'probe']) await test.json(['activate', id]);
  return folder;
};

describe('a composite pack on the command line', () => {
  it('is trusted by name, runs, and its calls are on record under it', async () => {
    await install('--trust-code');
    const call = JSON.stringify({ pack_id: 'probe', verb_key: 'echo', args: { text: 'hello' } });
    const [status, answer] = await test.call(['exec', 'blend', 'ask', '--', `call:=${call}`]);
    expect([status, answer]).toMatchObject([0, { ok: true, result: { ok: true, pack_id: 'probe' } }]);
    expect(JSON.stringify(answer)).toContain('hello');
    const { records } = (await test.json(['audit', 'tail'])) as { records: readonly Record<string, unknown>[] };
    const outer = records.find(({ event, pack_id }) => event === 'intent' && pack_id === 'blend');
    expect(records.find(({ event, pack_id }) => event === 'intent' && pack_id === 'probe')).toMatchObject({
      face: 'composite',
      parent: outer?.['call_id'],
    });
    expect(await test.json(['show', 'blend'])).toMatchObject({ code: { trusted: true, files: 3 } });
    expect((await test.terminal(['show', 'blend'])).stdout).toContain('composite.js and 2 more files (trusted)');
  });

  it('is installed and refused without --trust-code, with the reason and what to do', async () => {
    const folder = await install();
    expect(await test.call(['exec', 'blend', 'leave'])).toMatchObject([
      3,
      { ok: false, error: expect.stringMatching(/^sandbox: composite\.js is not trusted; /) as string },
    ]);
    expect(await test.json(['list'])).toMatchObject({
      packs: [
        { id: 'blend', allowed: false, state: expect.stringContaining(`--trust-code ${folder}`) as string },
        { id: 'probe' },
      ],
    });
  });

  it('is refused when a file of it changed, until it is trusted again', async () => {
    const folder = await install('--trust-code');
    writeFileSync(join(folder, 'notes.txt'), '');
    expect(await test.call(['exec', 'blend', 'leave'])).toMatchObject([
      3,
      { error: expect.stringMatching(/^sandbox: notes\.txt was added since the pack was installed; /) as string },
    ]);
    expect(await test.json(['install', '--update', '--trust-code', folder])).toMatchObject({
      result: 'updated',
      changes: ['file notes.txt added'],
    });
    expect((await test.call(['exec', 'blend', 'leave']))[0]).toBe(1);
  });

  it('that never ends is ended at its timeout, and one that fails behind its back is answered for', async () => {
    await install('--trust-code');
    expect(await test.call(['exec', 'blend', 'loop'])).toMatchObject([1, { error: 'timed out after 1000 ms' }]);
    expect(await test.call(['exec', 'blend', 'late'])).toMatchObject([
      1,
      { error: 'verb "late" ended with an error that nothing caught: late' },
    ]);
  });

  it('is answered and left although its thread hangs in the system, and the operator hears of it', async () => {
    const folder = test.pack('blend');
    const never = join(folder, '..', 'never.fifo');
    execFileSync('mkfifo', [never]);
    const text = `import { readFileSync } from 'node:fs';
      export const handlers = { loop: () => readFileSync(${JSON.stringify(never)}) };`;
    writeFileSync(join(folder, 'composite.js'), text);
    await test.json(['install', '--trust-code', folder]);
    await test.json(['activate', 'blend']);
    const { status, stdout, stderr } = await test.hcp(['exec', 'blend', 'loop']);
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { error: 'timed out after 1000 ms' }]);
    expect(stderr).toContain('the handler of loop is inside a call of the system that does not return');
    expect(await test.json(['audit', 'verify'])).toMatchObject({ ok: true, open_calls: [] });
  });
});
