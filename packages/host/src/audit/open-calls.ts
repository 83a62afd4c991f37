import { closeSync, constants, lstatSync, openSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { systemErrorCode } from '../home/system-error.js';
import { unwritable } from './audit-error.js';
import { isSurelyDead, ownIdentity } from './process-identity.js';

/** The file that says which process runs a call, from before its intent until after its outcome. */
export interface CallMarker {
  readonly path: string;
  readonly callId: string;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
}

const safeCallId = /^[A-Za-z0-9_-]{1,128}$/;
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

export const openCallsFolder = (directory: string): string => join(directory, 'open');

/**
 * Marks a call as this process's own. Nothing is flushed: the marker is for a process that dies, a reboot is
 * told by the log alone.
 * @throws HcpError `audit_call_id` for an id that is no file name or already marked.
 */
export function markCall(directory: string, callId: string): void {
  if (!safeCallId.test(callId)) {
    throw callIdRefused(callId, 'must be 1 to 128 of A-Z, a-z, 0-9, "_" and "-"');
  }
  try {
    closeSync(openSync(markerPath(directory, callId), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600));
  } catch (cause) {
    if (systemErrorCode(cause) === 'EEXIST') throw callIdRefused(callId, 'is that of a call under way');
    throw unwritable(openCallsFolder(directory), cause);
  }
}

/** A marker that stays behind is no harm: whoever recovers finds the outcome and removes it. */
export function unmarkCall(directory: string, callId: string): void {
  if (safeCallId.test(callId)) removeMarker(markerPath(directory, callId));
}

export function removeMarker(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody else has removed it, or nothing can be removed here now.
  }
}

/** The markers whose process is gone; those of a living process or of another pid namespace are left alone. */
export function listDeadCalls(directory: string): readonly CallMarker[] {
  const folder = openCallsFolder(directory);
  return namesIn(folder).flatMap((name) => {
    const dot = name.lastIndexOf('.');
    const [callId, identity] = [name.slice(0, dot), name.slice(dot + 1)];
    if (identity === ownIdentity() || !safeCallId.test(callId) || !isSurelyDead(identity)) return [];
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ path, callId, madeAt: found.mtimeMs }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

const markerPath = (directory: string, callId: string): string =>
  join(openCallsFolder(directory), `${callId}.${ownIdentity()}`);

function callIdRefused(callId: string, rule: string): HcpError {
  return new HcpError(
    'audit_call_id',
    `audit: call id ${JSON.stringify(callId.slice(0, 200))} ${rule}; make a new one`,
  );
}
