import type * as nodeCrypto from 'node:crypto';

// Loaded at the first record: the module costs more to load than everything else here, and most commands write none.
const crypto = (): typeof nodeCrypto => process.getBuiltinModule('node:crypto');

/** SHA-256 of the UTF-8 form, lower-case hex. */
export function sha256Hex(data: string | Uint8Array): string {
  return crypto().hash('sha256', data);
}

/** HMAC-SHA-256 of the UTF-8 form, lower-case hex. */
export function hmacSha256Hex(key: nodeCrypto.KeyObject, text: string): string {
  return crypto().createHmac('sha256', key).update(text).digest('hex');
}

export function makeHmacKey(bytes: Uint8Array): nodeCrypto.KeyObject {
  return crypto().createSecretKey(bytes);
}

export function randomKeyBytes(): Uint8Array {
  return crypto().randomBytes(32);
}
