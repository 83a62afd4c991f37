/**
 * When a JWT says that it expires, in milliseconds since 1970; `undefined` for a token that does not say. Nothing is
 * verified: whoever takes the token does that.
 */
export function jwtExpiry(token: string): number | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined;
    return typeof exp === 'number' && Number.isFinite(exp) && Math.abs(exp) < 8.64e12 ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
