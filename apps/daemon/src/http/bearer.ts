/** The token of `Authorization: Bearer <token>` (RFC 6750); `undefined` for anything else. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
}
