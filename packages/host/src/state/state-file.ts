import { lstatSync } from 'node:fs';
import { fileJson, parseJson } from '@hcp/manifest';
import { HcpError } from '@hcp/pipeline';
import { reasonOf, systemErrorCode } from '../home/system-error.js';
import { isSettled, sameSignature, type FileSignature } from './file-signature.js';
import { readBounded, type FileBytes } from './read-bounded.js';
import { isObject, type JsonObject, type Shape } from './shape.js';

/** The version this runtime reads and writes (profile P10). */
export const stateVersion = 1;

/** One kind of state file. */
export interface StateFormat<T> {
  /** Every member but `version`. */
  readonly shape: Shape;
  /** `true` only for a file that people write by hand: without a `version` it is version 1. */
  readonly versionOptional: boolean;
  /** Called with a value that has the shape. */
  readonly decode: (value: JsonObject) => T;
}

const corrupt = (path: string, reason: string, cause?: unknown): HcpError =>
  new HcpError(
    'state_corrupt',
    `${path}: ${reason}. The file is left as it is; mend it, or move it away to begin without it.`,
    { cause },
  );

const refuseVersion = (path: string, version: unknown): HcpError =>
  Number.isSafeInteger(version) && (version as number) > stateVersion
    ? new HcpError(
        'state_newer',
        `${path}: has version ${String(version)}; this runtime reads version ${stateVersion} and changes nothing ` +
          'it may not understand. Use the newer runtime that wrote it.',
      )
    : corrupt(
        path,
        `/version must be ${stateVersion}, received ${version === undefined ? 'nothing' : JSON.stringify(version)}`,
      );

/**
 * Reads the text of a state file (profile P10). Throws `HcpError` with code `state_newer` for a newer version and
 * `state_corrupt`, naming file and line or member, for anything else that does not hold. Writes nothing.
 */
export const parseStateFile = <T>(path: string, bytes: Uint8Array, format: StateFormat<T>): T => {
  const parsed = parseJson(bytes, fileJson);
  if (!parsed.ok) {
    throw corrupt(path, `is not JSON: ${parsed.reason}`);
  }
  if (!isObject(parsed.value)) {
    throw corrupt(path, '/ must be an object');
  }
  const { version, ...members } = parsed.value;
  const absent = !Object.hasOwn(parsed.value, 'version');
  if (version !== stateVersion && !(absent && format.versionOptional)) {
    throw refuseVersion(path, version);
  }
  const wrong = format.shape(members, '/');
  if (wrong !== undefined) {
    throw corrupt(path, wrong);
  }
  return format.decode(members);
};

/** The text of a state file that {@link parseStateFile} reads back. */
export const printStateFile = (members: JsonObject): string =>
  `${JSON.stringify({ version: stateVersion, ...members }, null, 2)}\n`;

const readOwned = (path: string): FileBytes | undefined => {
  let file: FileBytes;
  try {
    file = readBounded(path, { maxBytes: fileJson.maxBytes, noFollow: true });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') {
      return undefined;
    }
    throw corrupt(path, code === 'ELOOP' ? 'is a symlink' : reasonOf(error), error);
  }
  const operator = process.geteuid?.();
  if (operator !== undefined && Number(file.stats.uid) !== operator) {
    throw new HcpError(
      'state_owner',
      `${path}: belongs to user ${file.stats.uid.toString()} and must belong to user ${operator}, who runs this ` +
        'command. Move it away, or take ownership of it once you have read it.',
    );
  }
  return file;
};

/** Reads a state file now; `undefined` when there is none. Errors as {@link parseStateFile}. */
export const readStateFile = <T>(path: string, format: StateFormat<T>): T | undefined => {
  const file = readOwned(path);
  return file === undefined ? undefined : parseStateFile(path, file.bytes, format);
};

/**
 * Reads a state file whenever it differs from what was read last, told by one `lstat`. `now` is the clock the file
 * system goes by, in milliseconds since the epoch.
 */
export const watchStateFile = <T>(path: string, format: StateFormat<T>, now: () => number): (() => T | undefined) => {
  let last: { readonly signature: FileSignature; readonly value: T } | undefined;
  return () => {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (found !== undefined && last !== undefined && sameSignature(found, last.signature)) {
      return last.value;
    }
    last = undefined;
    const readAt = now();
    const file = found === undefined ? undefined : readOwned(path);
    if (file === undefined) {
      return undefined;
    }
    const value = parseStateFile(path, file.bytes, format);
    if (file.steady && isSettled(file.stats, readAt)) {
      last = { signature: file.stats, value };
    }
    return value;
  };
};
