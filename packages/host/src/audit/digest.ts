import type * as nodeCrypto from 'node:crypto';

// Loaded by what needs it: for the few short digests of a call, loading the module would cost more than the whole call.
const crypto = (): typeof nodeCrypto => process.getBuiltinModule('node:crypto');

type Digest = (data: Uint8Array) => Uint8Array;

/** What {@link prepareShortDigests} has loaded. */
let shortDigest: Digest | undefined;
/** Bytes up to which loading `node:crypto` would take longer than the digest does without it. */
const longestShort = 64 * 1024;
const blockBytes = 64;

/** From here on, digests of what is short need no `node:crypto`. Harmless when repeated; does nothing without WebAssembly. */
export async function prepareShortDigests(): Promise<void> {
  if (!('WebAssembly' in globalThis)) return;
  shortDigest ??= (await import('@chainsafe/as-sha256')).digest;
}

/** SHA-256 of the UTF-8 form, lower-case hex. */
export function sha256Hex(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  if (shortDigest === undefined || bytes.length > longestShort) return crypto().hash('sha256', bytes);
  return hexOf(shortDigest(bytes));
}

/** HMAC-SHA-256 (RFC 2104) of the UTF-8 form, lower-case hex. The key is no longer than 64 bytes. */
export function hmacSha256Hex(key: Uint8Array, text: string): string {
  const bytes = Buffer.from(text);
  if (shortDigest === undefined || bytes.length > longestShort) {
    return crypto().createHmac('sha256', key).update(bytes).digest('hex');
  }
  const inner = shortDigest(Buffer.concat([paddedKey(key, 0x36), bytes]));
  return hexOf(shortDigest(Buffer.concat([paddedKey(key, 0x5c), inner])));
}

export function randomKeyBytes(): Uint8Array {
  return crypto().randomBytes(32);
}

function paddedKey(key: Uint8Array, pad: number): Uint8Array {
  const padded = new Uint8Array(blockBytes).fill(pad);
  for (const [index, byte] of key.entries()) padded[index] = byte ^ pad;
  return padded;
}

function hexOf(digest: Uint8Array): string {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString('hex');
}
