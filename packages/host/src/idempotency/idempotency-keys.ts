import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, opendir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { HcpError, type Principal } from '@hcp/pipeline';
import type { HomeFolder } from '../home/home-folder.js';
import { reasonOf, systemErrorCode } from '../home/system-error.js';

export interface IdempotencyKeysOptions {
  readonly home: HomeFolder;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly notify: (message: string) => void;
}

export interface IdempotencyKeys {
  /** `false` when this principal has used the key; durable before it answers `true`. */
  readonly claim: (principal: Principal, key: string) => Promise<boolean>;
  /** Waits for a cleaning that is under way. */
  readonly close: () => Promise<void>;
}

/** Milliseconds that a used key is kept at least, and between two cleanings. */
const keptMs = 24 * 60 * 60 * 1000;
const cleaningEveryMs = 60 * 60 * 1000;

const keyRule = /^[!-~]{1,128}$/;

const requireKey = (key: string): void => {
  if (!keyRule.test(key)) {
    throw new HcpError(
      'invalid_idempotency_key',
      `the idempotency key must be 1 to 128 printable ASCII characters without space; received ${key.length} characters.`,
    );
  }
};

const unwritable = (path: string, cause: unknown): HcpError =>
  new HcpError('state_unwritable', `idempotency: cannot write ${path}: ${reasonOf(cause)}`, { cause });

/** The key's own file is its use: the file system lets exactly one make it. `undefined` when it is there already. */
const openNew = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') {
      return undefined;
    }
    throw unwritable(path, error);
  }
};

/** Without blocking the calls that run meanwhile, which a flush would. */
const flushEntries = async (folder: string): Promise<void> => {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A key that cannot be made durable is not used: the call is refused, and so may come again. */
const makeFile = async (folder: string, name: string): Promise<boolean> => {
  const path = join(folder, name);
  const file = await openNew(path);
  if (file === undefined) {
    return false;
  }
  try {
    await file.writeFile('used\n');
    await file.sync();
    await flushEntries(folder);
    return true;
  } catch (error) {
    await rm(path, { force: true });
    throw unwritable(path, error);
  } finally {
    await file.close();
  }
};

const removeOld = async (folder: string, before: number): Promise<void> => {
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name);
    if ((await lstat(path)).mtimeMs < before) {
      await rm(path, { force: true });
    }
  }
};

/** Which keys were used over HTTP (profile P11); a key that was used is never a second run, not after a crash either. */
export const openIdempotencyKeys = ({ home, now, notify }: IdempotencyKeysOptions): IdempotencyKeys => {
  const folder = home.layout.idempotency;
  let cleaned = Number.NEGATIVE_INFINITY;
  let cleaning: Promise<void> = Promise.resolve();
  const clean = (): void => {
    if (Math.abs(now() - cleaned) < cleaningEveryMs) {
      return;
    }
    cleaned = now();
    cleaning = cleaning
      .then(() => removeOld(folder, now() - keptMs))
      .catch((error: unknown) => notify(`idempotency: ${folder} cannot be cleaned: ${reasonOf(error)}`));
  };
  const claim = (principal: Principal, key: string): Promise<boolean> => {
    requireKey(key);
    home.prepare(folder);
    clean();
    const name = hash('sha256', JSON.stringify([principal.tenant, principal.id, key]), 'hex');
    return makeFile(folder, name);
  };
  return {
    claim: (principal, key) => Promise.resolve().then(() => claim(principal, key)),
    close: () => cleaning,
  };
};
