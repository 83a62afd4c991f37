import { scanJson, type ScanLimits } from './scan-json.js';

/** Limits of one kind of JSON text. */
export interface JsonLimits extends ScanLimits {
  readonly maxBytes: number;
  /** `accept`: one byte order mark at the start is skipped. */
  readonly bom: 'accept' | 'refuse';
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown; readonly compact: string }
  /** `reason` reads after a subject and a colon, and never quotes the text beyond a duplicate key's name. */
  | { readonly ok: false; readonly reason: string };

/** Files of a pack and of the runtime's home: UTF-8, a BOM accepted, at most 4 MiB (profile P4). */
export const fileJson: JsonLimits = { maxDepth: 64, maxBytes: 4 * 1024 * 1024, bom: 'accept', exactIntegers: true };

/**
 * Parses one JSON text strictly: valid UTF-8, no duplicate keys however spelled, within the limits. Member names
 * such as `__proto__` become ordinary own properties. Never throws on any input.
 */
export function parseJson(source: string | Uint8Array, limits: JsonLimits): ParsedJson {
  const size = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
  if (size > limits.maxBytes) {
    // Whoever reads a source stops where it is too large, so its whole size is not known.
    return { ok: false, reason: `more than ${limits.maxBytes.toString()} bytes` };
  }
  const decoded = typeof source === 'string' ? source : decodeUtf8(source);
  if (decoded === undefined) return { ok: false, reason: 'not valid UTF-8' };
  const marked = decoded.startsWith('\uFEFF');
  if (marked && limits.bom === 'refuse') return { ok: false, reason: 'starts with a byte order mark' };
  const text = marked ? decoded.slice(1) : decoded;
  const scanned = scanJson(text, limits);
  if (!scanned.ok) return scanned;
  return { ok: true, value: JSON.parse(text), compact: scanned.compact };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
