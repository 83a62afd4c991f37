import { closeSync, constants, linkSync, lstatSync, openSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { systemErrorCode } from '../home/system-error.js';
import { unwritable } from './audit-error.js';
import { isSurelyDead, ownIdentity } from './process-identity.js';

/** The file that says which process runs a call, from before its intent until after its outcome. */
export interface CallMarker {
  readonly path: string;
  readonly callId: string;
  /** Milliseconds since the epoch; no later than the call's intent. */
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
    makeMarker(directory, markerPath(directory, callId));
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

/** Removes the file that this process's markers are made from. */
export function endMarking(directory: string): void {
  if (madeIn.delete(directory)) removeMarker(processFile(directory));
}

export interface DeadProcesses {
  readonly calls: readonly CallMarker[];
  /** Files of their own that they have left behind. */
  readonly files: readonly string[];
}

/** What processes that are gone have left; that of a living process or of another pid namespace is left alone. */
export function listDeadProcesses(directory: string): DeadProcesses {
  const folder = openCallsFolder(directory);
  const calls: CallMarker[] = [];
  const files: string[] = [];
  for (const name of namesIn(folder)) {
    const dot = name.indexOf('.');
    const [callId, identity] = [dot < 0 ? undefined : name.slice(0, dot), name.slice(dot + 1)];
    if (identity === ownIdentity() || !isSurelyDead(identity)) continue;
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (callId === undefined) files.push(path);
    else if (safeCallId.test(callId)) calls.push({ path, callId, madeAt: found.mtimeMs });
  }
  return { calls, files };
}

/** The folders in which this process has a file to make markers from. */
const madeIn = new Set<string>();

/**
 * A marker is a second name for one file of the process: a name costs little, while ext4, before it makes a file,
 * looks through every one removed within the last minute. Where links are not to be had it is a file of its own.
 */
function makeMarker(directory: string, path: string): void {
  const source = processFile(directory);
  if (!madeIn.has(directory)) makeProcessFile(directory, source);
  try {
    linkSync(source, path);
  } catch (cause) {
    if (systemErrorCode(cause) === 'EEXIST') throw cause;
    makeFile(path);
  }
}

function makeProcessFile(directory: string, path: string): void {
  try {
    makeFile(path);
  } catch (cause) {
    if (systemErrorCode(cause) !== 'EEXIST') throw cause;
  }
  madeIn.add(directory);
}

const makeFile = (path: string): void => closeSync(openSync(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600));

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

const processFile = (directory: string): string => join(openCallsFolder(directory), ownIdentity());

const markerPath = (directory: string, callId: string): string =>
  join(openCallsFolder(directory), `${callId}.${ownIdentity()}`);

function callIdRefused(callId: string, rule: string): HcpError {
  return new HcpError(
    'audit_call_id',
    `audit: call id ${JSON.stringify(callId.slice(0, 200))} ${rule}; make a new one`,
  );
}
