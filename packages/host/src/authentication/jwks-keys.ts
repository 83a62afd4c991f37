import { lstatSync } from 'node:fs';
import type { JWTVerifyGetKey } from 'jose';
import { fileJson, parseJson } from '@hcp/manifest';
import { HcpError } from '@hcp/pipeline';
import type { JwtSettings } from '../config/jwt-settings.js';
import { isSettled, sameSignature, type FileSignature } from '../state/file-signature.js';
import { readBounded, type FileBytes } from '../state/read-bounded.js';
import { isObject } from '../state/shape.js';
import { fetchBounded } from './fetch-bounded.js';

export interface KeyOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds before keys are fetched again for a token whose key is not among them. */
  readonly cooldownMs: number;
}

/** Milliseconds that a call waits for keys, and that fetched keys serve. */
const fetchTimeoutMs = 3_000;
const cacheMaxAgeMs = 10 * 60 * 1000;

const othersMayWrite = 0o022n;

/** Whoever writes this file can be anyone, so only the operator or root may. */
const requireTrusted = (path: string, { uid, mode }: FileBytes['stats']): void => {
  const trusted = uid === 0n || uid === BigInt(process.geteuid?.() ?? 0);
  if (!trusted || (mode & othersMayWrite) !== 0n) {
    throw new HcpError('jwks_file', `${path} must belong to the operator or root, and nobody else may write it`);
  }
};

const parseKeys = (path: string, bytes: Uint8Array): object => {
  const parsed = parseJson(bytes, fileJson);
  if (parsed.ok && isObject(parsed.value)) {
    return parsed.value;
  }
  throw new HcpError('jwks_file', `${path} is no JSON Web Key Set${parsed.ok ? '' : `: ${parsed.reason}`}`);
};

const keysOfFile = async (path: string, now: () => number): Promise<JWTVerifyGetKey> => {
  const { createLocalJWKSet } = await import('jose');
  let last: { readonly signature: FileSignature; readonly find: JWTVerifyGetKey } | undefined;
  const current = (): JWTVerifyGetKey => {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (found !== undefined && last !== undefined && sameSignature(found, last.signature)) {
      return last.find;
    }
    last = undefined;
    const readAt = now();
    const { bytes, stats, steady } = readBounded(path, { maxBytes: fileJson.maxBytes, noFollow: false });
    requireTrusted(path, stats);
    const find = createLocalJWKSet(parseKeys(path, bytes) as Parameters<typeof createLocalJWKSet>[0]);
    if (steady && isSettled(stats, readAt)) {
      last = { signature: stats, find };
    }
    return find;
  };
  return async (header, token) => current()(header, token);
};

/**
 * The keys that sign tokens: from a file, read again when it changes, or from an address, fetched when needed, for at
 * most 3 s, kept 10 minutes and fetched again for a key that is not among them (rotation), redirects not followed.
 */
export const openKeys = async (settings: JwtSettings, { now, cooldownMs }: KeyOptions): Promise<JWTVerifyGetKey> => {
  if (settings.jwks_file !== undefined) {
    return keysOfFile(settings.jwks_file, now);
  }
  const { createRemoteJWKSet, customFetch } = await import('jose');
  return createRemoteJWKSet(new URL(settings.jwks_url ?? ''), {
    timeoutDuration: fetchTimeoutMs,
    cacheMaxAge: cacheMaxAgeMs,
    cooldownDuration: cooldownMs,
    [customFetch]: fetchBounded,
  });
};
