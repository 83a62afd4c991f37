import type { Principal } from '@hcp/pipeline';
import { HcpError } from '@hcp/pipeline';
import type { JwtSettings } from '../config/jwt-settings.js';
import { principalOfClaims } from './claims-principal.js';
import { openKeys, type KeyOptions } from './jwks-keys.js';

/** Answers whom a token speaks of; throws what is wrong with it, never quoting it. */
export type VerifyJwt = (token: string) => Promise<Principal>;

/** Seconds that the clocks of issuer and verifier may differ. */
const clockToleranceSeconds = 10;

/**
 * Verifies JWTs of one issuer (profile P6): signature by one of the named algorithms, issuer, audience, `exp`, which
 * must be there, and `nbf`; then maps the claims.
 */
export const createJwtVerifier = async (settings: JwtSettings, options: KeyOptions): Promise<VerifyJwt> => {
  const { jwtVerify } = await import('jose');
  const keys = await openKeys(settings, options);
  const { issuer, audience, algorithms } = settings;
  return async (token) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: [...algorithms],
      requiredClaims: ['exp'],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(options.now()),
    });
    const claimed = principalOfClaims(payload, settings.claims);
    if ('fault' in claimed) {
      throw new HcpError('jwt_claims', claimed.fault);
    }
    return claimed.principal;
  };
};
