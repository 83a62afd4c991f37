import { openSync, closeSync, readdirSync, realpathSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exitCodeOf } from '../src/exit-code.js';
import { openDirectStart } from '../src/direct-start.js';
import type { ProgramStart, RunningProgram } from '../src/start-program.js';
import { startThroughNode } from '../src/start-through-node.js';
import { newFolder, writeProgram } from './workbench.js';

/** Prints the descriptors that lead anywhere but to nothing. */
const openOnes =
  'for one in /proc/$$/fd/*; do [ ! -e $one ] || [ "$(readlink $one)" = /dev/null ] || echo ${one##*/}; done';

const direct = openDirectStart();
if (direct === undefined) console.log('skipped: starts by posix_spawn, as there is no addon for this system');
type Start = (start: ProgramStart) => RunningProgram | Promise<RunningProgram>;
const ways: [string, Start][] = [
  ['Node', startThroughNode],
  ...(direct === undefined ? [] : [['posix_spawn', direct] satisfies [string, Start]]),
];

async function ended(program: RunningProgram): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const exitCode = new Promise<number>((resolve) => {
    program.once('exit', (code, signal) => resolve(exitCodeOf(code, signal, undefined)));
  });
  const [stdout, stderr] = await Promise.all([buffer(program.stdout), buffer(program.stderr)]);
  return { exitCode: await exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

const shell = (script: string): ProgramStart => ({
  file: '/bin/sh',
  argv0: 'sh',
  argv: ['-c', script],
  cwd: '/',
  environment: { PATH: '/usr/bin:/bin' },
});

test.each(ways)('%s starts a program that answers by exit code or signal', async (_name, start) => {
  for (const code of [0, 1, 126, 127, 255]) {
    expect(await ended(await start(shell(`echo out; echo err >&2; exit ${code}`)))).toEqual({
      exitCode: code,
      stdout: 'out\n',
      stderr: 'err\n',
    });
  }
  for (const signal of [1, 9, 11, 15]) {
    expect(await ended(await start(shell(`kill -${signal} $$`)))).toMatchObject({ exitCode: 128 + signal });
  }
});

const word = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !text.includes('\0') && text.isWellFormed());

test.each(ways)('%s hands over every word and every variable byte for byte', async (_name, start) => {
  const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,9}$/);
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 6 }), fc.dictionary(name, word), async (argv, environment) => {
      const program = await start({ file: process.execPath, argv0: 'node', ...printed(argv), cwd: '/', environment });
      const { stdout, stderr } = await ended(program);
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual([argv, { ...environment }]);
    }),
    { numRuns: 12, examples: [[['', '$(x)', '"', 'é\n', 'x'.repeat(131_000)], { A: '', B: 'x=y' }]] },
  );
});

function printed(argv: readonly string[]): { argv: string[] } {
  return { argv: ['-p', 'JSON.stringify([process.argv.slice(1), process.env])', '--', ...argv] };
}

test.each(ways)(
  '%s starts a program in the folder, with stdin at its end and a session of its own',
  async (_n, start) => {
    const cwd = realpathSync(newFolder());
    const script = `pwd; cat; cut -d" " -f1,5,6 /proc/$$/stat; grep -E "^Sig(Blk|Ign)" /proc/self/status; ${openOnes}`;
    const program = await start({ ...shell(script), cwd });
    const { stdout } = await ended(program);
    const { pid } = program;
    // glibc keeps two signals of its own (32 and 33) ignored in what it starts.
    const [blocked, ignored] = [/^SigBlk:\s0{16}$/m, /^SigIgn:\s0{7}(00|18)0{7}$/m];
    expect(stdout).toMatch(blocked);
    expect(stdout).toMatch(ignored);
    expect(stdout.replace(/^Sig.*\n/gm, '')).toBe(`${cwd}\n${pid} ${pid} ${pid}\n1\n2\n`);
  },
);

test.each(ways)('%s hands an open descriptor down as the fourth, and no other', async (_name, start) => {
  const file = writeProgram(`${newFolder()}/text`, 'handed');
  const descriptor = openSync(file, 'r');
  const { stdout } = await ended(await start({ ...shell(`cat <&3; ${openOnes}`), descriptors: [descriptor] }));
  closeSync(descriptor);
  expect(stdout).toBe('handed1\n2\n3\n');
});

test.each(ways)('%s says why the system refuses, and leaves no descriptor open', async (_name, start) => {
  const folder = newFolder();
  const script = shell('true');
  const refusals: [ProgramStart, string][] = [
    [{ ...script, file: `${folder}/none` }, 'ENOENT'],
    [{ ...script, file: writeProgram(`${folder}/plain`, '', 0o644) }, 'EACCES'],
    [{ ...script, cwd: `${folder}/none` }, 'ENOENT'],
    [{ ...script, argv: Array.from({ length: 40 }, () => 'x'.repeat(131_000)) }, 'E2BIG'],
    [{ ...script, argv: ['a\0b'] }, 'ERR_INVALID_ARG_VALUE'],
    [{ ...script, environment: { A: 'a\0b' } }, 'ERR_INVALID_ARG_VALUE'],
  ];
  await ended(await start(script));
  const before = readdirSync('/proc/self/fd').length;
  for (const [refused, code] of refusals) {
    await expect(async () => start(refused)).rejects.toMatchObject({ code });
  }
  await expect.poll(() => readdirSync('/proc/self/fd').length).toBe(before);
});

test.runIf(direct !== undefined)('outputs are pipes, which the program may open again', async () => {
  const script = 'echo out >/dev/stdout; echo err >/dev/stderr; readlink /proc/$$/fd/1 | cut -d: -f1';
  expect(await ended(await (direct as Start)(shell(script)))).toEqual({
    exitCode: 0,
    stdout: 'out\npipe\n',
    stderr: 'err\n',
  });
});

test.runIf(direct !== undefined)('what the system cannot run is never handed to a shell', async () => {
  const header = Buffer.alloc(64);
  header.write('\u007fELF');
  const file = writeProgram(`${newFolder()}/foreign`, `${header.toString('latin1')}\necho run by a shell\n`);
  await expect(async () => (direct as Start)({ ...shell('true'), file })).rejects.toMatchObject({ code: 'ENOEXEC' });
});

test.each(ways)('%s keeps the outputs of 100 programs at once apart', async (_name, start) => {
  const programs = Array.from({ length: 100 }, async (_, index) => {
    const { exitCode, stdout } = await ended(
      await start(shell(`echo ${index}; head -c 100000 /dev/zero; exit ${index}`)),
    );
    expect([exitCode, Number.parseInt(stdout), stdout.length]).toEqual([index, index, 100_001 + `${index}`.length]);
  });
  await Promise.all(programs);
});

test('a worker, which hears of no child, has no start by posix_spawn', async () => {
  const built = new URL('../dist/direct-start.js', import.meta.url).href;
  const script = `import { openDirectStart } from ${JSON.stringify(built)};
    import { parentPort } from 'node:worker_threads';
    parentPort.postMessage(openDirectStart() === undefined);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  expect(await new Promise((resolve) => worker.once('message', resolve))).toBe(true);
  await worker.terminate();
});
