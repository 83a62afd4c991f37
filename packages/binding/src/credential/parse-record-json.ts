import { parseJson } from '@hcp/manifest';
import type { Checked } from './credential.js';

/** Bytes of a credential record or of a credential handed in. */
export const largestRecord: number = 64 * 1024;

const limits = { maxDepth: 8, maxBytes: largestRecord, bom: 'accept', exactIntegers: false } as const;

/** Parses strictly, and says why not without a word of the text: even a key may be a secret in the wrong place. */
export function parseRecordJson(text: string | Uint8Array): Checked<unknown> {
  const parsed = parseJson(text, limits);
  if (parsed.ok) return { ok: true, value: parsed.value };
  if (!parsed.reason.startsWith('duplicate key')) return { ok: false, reason: parsed.reason };
  const place = /\(line \d+, column \d+\)$/.exec(parsed.reason)?.[0] ?? '';
  return { ok: false, reason: `duplicate key ${place}`.trim() };
}
