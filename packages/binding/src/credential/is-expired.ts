import type { Credential } from './credential.js';
import { parseDateTime } from './parse-date-time.js';

/**
 * Whether a credential has expired at `now` (milliseconds since 1970): from the named moment on, without a grace
 * period, since the issuer grants none either. An unreadable clock counts as expired.
 */
export function isExpired({ expiresAt }: Credential, now: number): boolean {
  if (expiresAt === undefined) return false;
  const moment = parseDateTime(expiresAt);
  return moment === undefined || !(now < moment);
}
