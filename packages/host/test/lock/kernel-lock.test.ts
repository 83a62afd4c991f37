import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HcpError } from '@hcp/pipeline';
import { closeKernelLocks, withKernelLock } from '../../src/lock/kernel-lock.js';

const worker = fileURLToPath(new URL('fixtures/lock-worker.mjs', import.meta.url));
const children: ChildProcess[] = [];
let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hcp-lock-'));
  lock = join(folder, 'lock');
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  closeKernelLocks();
  rmSync(folder, { recursive: true, force: true });
});

const start = (...args: string[]): ChildProcess => {
  const child = spawn(process.execPath, ['--no-warnings', worker, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
};

const refusal = async (work: Promise<unknown>): Promise<HcpError> => {
  const error: unknown = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(HcpError);
  return error as HcpError;
};

/** A descriptor may be gone between listing and reading it. */
const targetOf = (descriptor: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
};

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

describe('inside one process', () => {
  it('runs the tasks one at a time, in the order they asked', async () => {
    const order: number[] = [];
    let inside = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        withKernelLock(lock, async () => {
          inside += 1;
          expect(inside).toBe(1);
          await pause(index % 3);
          order.push(index);
          inside -= 1;
        }),
      ),
    );
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(order).toHaveLength(50);
  });

  it('hands on what the action answers or throws, and is free after either', async () => {
    expect(await withKernelLock(lock, () => 7)).toBe(7);
    await expect(withKernelLock(lock, () => Promise.reject(new RangeError('mine')))).rejects.toThrow(RangeError);
    expect(await withKernelLock(lock, async () => Promise.resolve('again'), { waitMs: 0 })).toBe('again');
  });

  it('refuses after the wait, naming the file, and lets the next task in afterwards', async () => {
    const gate = Promise.withResolvers<undefined>();
    const holder = withKernelLock(lock, () => gate.promise);
    const error = await refusal(withKernelLock(lock, () => 1, { waitMs: 20 }));
    expect(error.code).toBe('lock_busy');
    expect(error.message).toContain(lock);
    gate.resolve(undefined);
    await holder;
    expect(await withKernelLock(lock, () => 2)).toBe(2);
  });

  it('keeps the file empty, for its owner alone, with nothing beside it', async () => {
    await withKernelLock(lock, () => {
      expect(readdirSync(folder)).toEqual(['lock']);
    });
    expect(statSync(lock).mode & 0o777).toBe(0o600);
    expect(statSync(lock).size).toBe(0);
  });

  it('keeps excluding when the handles are closed while one is held', async () => {
    const gate = Promise.withResolvers<undefined>();
    const holder = withKernelLock(lock, () => gate.promise);
    await pause(5);
    closeKernelLocks();
    expect((await refusal(withKernelLock(lock, () => 1, { waitMs: 30 }))).code).toBe('lock_busy');
    gate.resolve(undefined);
    await holder;
    expect(await withKernelLock(lock, () => 3)).toBe(3);
  });

  it('leaves no descriptor open after closing', async () => {
    const open = (): string[] => readdirSync('/proc/self/fd').map(targetOf);
    await withKernelLock(lock, () => undefined);
    expect(open().includes(lock)).toBe(true);
    closeKernelLocks();
    expect(open().includes(lock)).toBe(false);
  });
});

describe('between processes', () => {
  it('excludes another process', async () => {
    const holder = start('hold', lock);
    await once(holder.stdout!, 'data');
    expect((await refusal(withKernelLock(lock, () => 1, { waitMs: 50 }))).code).toBe('lock_busy');
  });

  it('is free as soon as its holder is killed', async () => {
    const holder = start('hold', lock);
    await once(holder.stdout!, 'data');
    const waiting = withKernelLock(lock, () => 'mine');
    await pause(20);
    holder.kill('SIGKILL');
    expect(await waiting).toBe('mine');
  });

  it('loses no increment of eight processes', async () => {
    const counter = join(folder, 'counter');
    writeFileSync(counter, '0');
    const workers = Array.from({ length: 8 }, () => start('count', lock, counter, '50'));
    const exits = await Promise.all(workers.map((child) => once(child, 'exit')));
    expect(exits.map(([code]) => code as number)).toEqual(Array.from({ length: 8 }, () => 0));
    expect(readFileSync(counter, 'utf8')).toBe('400');
  });
});

describe('a file that cannot serve', () => {
  it('starts over with the new file when the old one was removed or replaced', async () => {
    await withKernelLock(lock, () => 1);
    rmSync(lock);
    expect(await withKernelLock(lock, () => 2)).toBe(2);
    rmSync(lock);
    const holder = start('hold', lock);
    await once(holder.stdout!, 'data');
    expect((await refusal(withKernelLock(lock, () => 1, { waitMs: 30 }))).code).toBe('lock_busy');
  });

  it('is refused when it is a folder, a symlink or holds data', async () => {
    mkdirSync(lock);
    const target = join(folder, 'target');
    writeFileSync(target, '');
    symlinkSync(target, join(folder, 'link'));
    writeFileSync(join(folder, 'data'), 'precious');
    for (const name of ['lock', 'link', 'data']) {
      const error = await refusal(withKernelLock(join(folder, name), () => 1));
      expect(error.code).toBe('lock_unusable');
      expect(error.message).toContain(join(folder, name));
    }
    expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('precious');
  });

  it('is refused with its cause when its folder is missing', async () => {
    const error = await refusal(withKernelLock(join(folder, 'missing', 'lock'), () => 1));
    expect(error.code).toBe('lock_unusable');
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('is refused with its cause in a read-only place', async (context) => {
    if (process.getuid?.() !== 0) context.skip('mounting needs root');
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
    try {
      await withKernelLock(lock, () => 1);
      closeKernelLocks();
      execFileSync('mount', ['-o', 'remount,ro', folder]);
      const error = await refusal(withKernelLock(lock, () => 1));
      expect(error.code).toBe('lock_unusable');
      expect(error.cause).toBeInstanceOf(Error);
      expect((await refusal(withKernelLock(`${lock}-new`, () => 1))).cause).toBeInstanceOf(Error);
    } finally {
      closeKernelLocks();
      execFileSync('umount', [folder]);
    }
  });
});

it('swallows the announcement of node:sqlite and no other warning', async () => {
  const log = join(folder, 'warnings');
  const child = start('warn', lock, log);
  await once(child, 'exit');
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
    'Warning: before',
    'Warning: SQLite is not what this one is about',
  ]);
});
