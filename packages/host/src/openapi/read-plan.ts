import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationPlan } from '@hcp/adapter-openapi';
import { HcpError, type PinnedOperations, type PinnedPlan } from '@hcp/pipeline';
import { sha256Hex } from '../audit/digest.js';
import { reasonOf } from '../home/system-error.js';

/**
 * One plan: its bytes and no others are read, and must be the ones that were pinned. Throws `HcpError` that says what
 * to do.
 */
export const readPlan = (folder: string, operations: PinnedOperations, verbKey: string): OperationPlan => {
  const place = Object.hasOwn(operations.plans, verbKey) ? operations.plans[verbKey] : undefined;
  if (place === undefined) throw broken(operations, `has no plan of ${JSON.stringify(verbKey)}`);
  const bytes = readSlice(join(folder, operations.file), place, operations);
  if (sha256Hex(bytes) !== place.sha256) throw broken(operations, 'changed since the pack was installed');
  const plan = JSON.parse(bytes.toString('utf8')) as OperationPlan;
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- another version of the runtime may have written it
  if (plan.version !== 1) throw broken(operations, 'was written by another version of the runtime');
  return plan;
};

const readSlice = (path: string, { at, bytes }: PinnedPlan, operations: PinnedOperations): Buffer => {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const slice = Buffer.alloc(bytes);
      return slice.subarray(0, readSync(file, slice, 0, bytes, at));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw broken(operations, `cannot be read: ${reasonOf(error)}`, error);
  }
};

const broken = ({ file }: PinnedOperations, reason: string, cause?: unknown): HcpError =>
  new HcpError(
    'plan_unusable',
    `the plan file ${file} ${reason}; hcp install --update <the pack's folder> makes it anew`,
    {
      cause,
    },
  );
