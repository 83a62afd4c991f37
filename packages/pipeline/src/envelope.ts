import { parseJson, type JsonLimits } from '@hcp/manifest';

/** An exec envelope after its alias and default are resolved (§6.1). */
export interface ExecEnvelope {
  readonly packId: string;
  readonly verbKey: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type ParsedEnvelope =
  | { readonly ok: true; readonly envelope: ExecEnvelope }
  /** `reason` is printed after `invalid envelope: `. `tooLarge` is HTTP 413, anything else 400 (profile P1). */
  | { readonly ok: false; readonly reason: string; readonly tooLarge: boolean };

/** Profile P1: the bounds of one exec envelope. */
export const envelopeLimits: JsonLimits = { maxDepth: 64, maxBytes: 1024 * 1024, bom: 'refuse', exactIntegers: true };

/** Reads an exec envelope as sent (§6.1, profile P1). Never throws; a mistake is the caller's, not a denial. */
export function parseEnvelope(source: string | Uint8Array): ParsedEnvelope {
  const size = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
  const parsed = parseJson(source, envelopeLimits);
  if (!parsed.ok) return { ok: false, reason: parsed.reason, tooLarge: size > envelopeLimits.maxBytes };
  return envelopeOf(parsed.value);
}

/** Reads an exec envelope from a value that is already parsed, such as one an embedding program built. */
export function envelopeOf(value: unknown): ParsedEnvelope {
  if (!isObject(value)) return invalid('/ must be an object');
  const packId = own(value, Object.hasOwn(value, 'pack_id') ? 'pack_id' : 'surface_id');
  if (!isName(packId)) return invalid('/pack_id must be a non-empty string');
  if (Object.hasOwn(value, 'surface_id') && value['surface_id'] !== packId)
    return invalid('/surface_id differs from /pack_id; send one of the two');
  const verbKey = own(value, 'verb_key');
  if (!isName(verbKey)) return invalid('/verb_key must be a non-empty string');
  const args = Object.hasOwn(value, 'args') ? value['args'] : {};
  if (!isObject(args)) return invalid('/args must be an object');
  return { ok: true, envelope: { packId, verbKey, args } };
}

function invalid(reason: string): ParsedEnvelope {
  return { ok: false, reason, tooLarge: false };
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
