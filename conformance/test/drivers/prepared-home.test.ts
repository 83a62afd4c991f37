import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HcpCommand } from '../../src/drivers/hcp-command.js';
import { prepareHome, type SetUpStep, type StepEnd } from '../../src/drivers/prepared-home.js';
import { runCommand } from '../../src/drivers/run-command.js';
import { placeForCases } from '../support.js';

const { root } = placeForCases();
const home = join(root, 'home');
const packsDir = join(root, 'packs');
const kept = join(root, 'kept');
let ran: string[] = [];

/** A real program that writes below the home and says something; each start is noted. */
const hcp: HcpCommand = (words) => {
  ran.push(words.join(' '));
  const script = 'mkdir -p "$1" && chmod 700 "$1" && echo "$2" >> "$1/done" && echo "did $2" && [ "$2" != bad ]';
  const argv = ['/bin/sh', '-c', script, 'sh', home, words.join(' ')] as const;
  return runCommand({ argv: [...argv], cwd: root, env: {}, input: '', timeoutMs: 10_000 });
};

const step = (...words: readonly string[]): SetUpStep => ({ words });
async function prepare(...steps: readonly SetUpStep[]): Promise<readonly StepEnd[]> {
  rmSync(home, { recursive: true, force: true });
  ran = [];
  const ends = await prepareHome(steps, { home, packsDir, kept, hcp });
  if (typeof ends === 'string') throw new Error(ends);
  return ends;
}
const done = (): readonly string[] => readFileSync(join(home, 'done'), 'utf8').trim().split('\n');

describe('prepareHome', () => {
  beforeEach(() => {
    rmSync(kept, { recursive: true, force: true });
    for (const folder of [kept, join(packsDir, 'a')]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(packsDir, 'a', 'surface.json'), '{}');
  });

  it('runs each step once, and copies the home when the same is asked again', async () => {
    const first = await prepare(step('one'), step('two'));
    expect(ran).toEqual(['one', 'two']);
    const second = await prepare(step('one'), step('two'));
    expect(ran).toEqual([]);
    expect(second).toEqual(first);
    expect(second.map(({ stdout }) => stdout)).toEqual(['did one\n', 'did two\n']);
    expect(done()).toEqual(['one', 'two']);
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  it('goes on from the longest part it has made before', async () => {
    await prepare(step('one'), step('two'));
    await prepare(step('one'), step('other'));
    expect(ran).toEqual(['other']);
    expect(done()).toEqual(['one', 'other']);
  });

  it('leaves what is kept alone when the home changes afterwards', async () => {
    await prepare(step('one'));
    writeFileSync(join(home, 'done'), 'spoilt');
    await prepare(step('one'));
    expect(done()).toEqual(['one']);
  });

  it('keeps what a failed step said, too', async () => {
    await prepare(step('bad'));
    expect(await prepare(step('bad'))).toMatchObject([{ code: 1, stdout: 'did bad\n' }]);
    expect(ran).toEqual([]);
  });

  it.each([
    ['a byte of a pack', () => writeFileSync(join(packsDir, 'a', 'surface.json'), '[]')],
    ['a file of a pack', () => writeFileSync(join(packsDir, 'a', 'more'), '')],
    ['a pack', () => mkdirSync(join(packsDir, 'b'))],
  ])('makes another home for another %s', async (_, change) => {
    await prepare(step('one'));
    change();
    await prepare(step('one'));
    expect(ran).toEqual(['one']);
  });

  it('tells words from words that only print alike, and files from files', async () => {
    const path = join(root, 'credential.json');
    await prepare(step('a b'), step('c'));
    await prepare(step('a', 'b'), step('c'));
    expect(ran).toEqual(['a b', 'c']);
    await prepare({ ...step('d'), file: { path, text: '1' } });
    await prepare({ ...step('d'), file: { path, text: '2' } });
    expect(ran).toEqual(['d']);
    expect(readFileSync(path, 'utf8')).toBe('2');
  });

  it('makes no home without steps, and says which command did not run', async () => {
    expect(await prepare()).toEqual([]);
    expect(existsSync(home)).toBe(false);
    const broken: HcpCommand = () => Promise.resolve({ end: 'not_started', why: 'cannot be started' });
    expect(await prepareHome([step('one', 'x')], { home, packsDir, kept, hcp: broken })).toBe(
      'hcp one cannot be started',
    );
    expect(readdirSync(kept)).toEqual([]);
  });
});
