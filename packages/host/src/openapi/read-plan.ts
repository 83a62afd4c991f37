import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationPlan } from '@hcp/adapter-openapi';
import { HcpError, type PinnedOperations, type PinnedPlan } from '@hcp/pipeline';
import { sha256Hex } from '../audit/digest.js';
import { reasonOf } from '../home/system-error.js';
import type { LockedDocument } from './locked-document.js';

/** What the plan file of a document says of where its plans stand, as it was pinned. Throws `HcpError`. */
export const readOperations = (folder: string, document: LockedDocument): PinnedOperations => {
  const bytes = readPinned(folder, document.file, document.index);
  const plans = JSON.parse(bytes.toString('utf8')) as PinnedOperations['plans'];
  return { file: document.file, allowed_addresses: document.allowed_addresses, plans };
};

/**
 * One plan: its bytes and no others are read, and must be the ones that were pinned. Throws `HcpError` that says what
 * to do.
 */
export const readPlan = (folder: string, { file, plans }: PinnedOperations, verbKey: string): OperationPlan => {
  const place = Object.hasOwn(plans, verbKey) ? plans[verbKey] : undefined;
  if (place === undefined) throw broken(file, `has no plan of ${JSON.stringify(verbKey)}`);
  const plan = JSON.parse(readPinned(folder, file, place).toString('utf8')) as OperationPlan;
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- another version of the runtime may have written it
  if (plan.version !== 1) throw broken(file, 'was written by another version of the runtime');
  return plan;
};

const readPinned = (folder: string, file: string, place: PinnedPlan): Buffer => {
  const bytes = readSlice(join(folder, file), place, file);
  if (sha256Hex(bytes) !== place.sha256) throw broken(file, 'changed since the pack was installed');
  return bytes;
};

const readSlice = (path: string, { at, bytes }: PinnedPlan, name: string): Buffer => {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const slice = Buffer.alloc(bytes);
      return slice.subarray(0, readSync(file, slice, 0, bytes, at));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw broken(name, `cannot be read: ${reasonOf(error)}`, error);
  }
};

const broken = (file: string, reason: string, cause?: unknown): HcpError =>
  new HcpError(
    'plan_unusable',
    `the plan file ${file} ${reason}; hcp install --update <the pack's folder> makes it anew`,
    {
      cause,
    },
  );
