import type { BigIntStats } from 'node:fs';

/** What tells one version of a file from another without reading it. */
export type FileSignature = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>;

export const sameSignature = (one: FileSignature, other: FileSignature): boolean =>
  one.ino === other.ino &&
  one.ctimeNs === other.ctimeNs &&
  one.mtimeNs === other.mtimeNs &&
  one.size === other.size &&
  one.dev === other.dev;

const settledAfterMs = 100;

/**
 * Whether a signature read at `nowMs` tells every later change. A file changed within the last moments may change
 * once more inside the same tick of the file system's clock and keep its signature, so it is not to be trusted yet;
 * neither is a time in the future.
 */
export const isSettled = (signature: FileSignature, nowMs: number): boolean =>
  nowMs - Number(signature.ctimeNs / 1_000_000n) > settledAfterMs;
