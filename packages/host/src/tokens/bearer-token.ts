import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Principal } from '@hcp/pipeline';
import type { StoredToken } from './token-file.js';

/** Told by people and by scanners for leaked secrets. */
const prefix = 'hcp_';
const randomLength = 32;

/** A new bearer token of 256 random bits. */
export const makeToken = (): string => `${prefix}${randomBytes(randomLength).toString('base64url')}`;

/** What is stored of a token: it is random throughout, so a plain digest says nothing about it. */
export const tokenDigest = (token: string): string => hash('sha256', token, 'hex');

/**
 * Whose token this is. Every stored digest is compared, in constant time each, so that how long it takes says neither
 * which token nearly matched nor where the right one stands.
 */
export const holderOf = (tokens: readonly StoredToken[], bearer: string): Principal | undefined => {
  const digest = hash('sha256', bearer, 'buffer');
  let holder: Principal | undefined;
  for (const { sha256, principal } of tokens) {
    holder = timingSafeEqual(digest, Buffer.from(sha256, 'hex')) ? principal : holder;
  }
  return holder;
};
