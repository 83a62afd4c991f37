import { sha256Hex } from './digest.js';
import { type FieldTexts, type RecordField, isRecordField, recordFields } from './record-fields.js';
import { canonicalText } from './stored-json.js';

/** `prev` of the first record. */
export const noHash: string = '0'.repeat(64);

/** Where a record stands in the chain. */
export interface RecordPlace {
  readonly seq: number;
  /** RFC 3339, UTC, milliseconds. */
  readonly ts: string;
  readonly prev: string;
}

export interface SealedRecord {
  /** With its line feed. */
  readonly line: string;
  readonly hash: string;
}

/** A record as read back; `hash`, `seq` and `prev` have been checked to be what they say. */
export interface StoredRecord {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const hashedFields = recordFields.filter((field) => field !== 'hash').sort();

/** Gives a record its place and its hash: SHA-256 over the RFC 8785 form without `hash` (profile P8). */
export function sealRecord(fields: FieldTexts, place: RecordPlace): SealedRecord {
  const { seq, ts, prev } = place;
  const texts: FieldTexts = { ...fields, v: '1', seq: String(seq), ts: `"${ts}"`, prev: `"${prev}"` };
  const hash = sha256Hex(join(texts, hashedFields));
  return { line: `${lineOf({ ...texts, hash: `"${hash}"` })}\n`, hash };
}

/**
 * Reads one line, without its line feed, and checks that it is byte for byte what {@link sealRecord} writes for
 * what it says. `undefined` for anything else: a line has one spelling, so no edit goes unseen.
 */
export function readRecord(bytes: Uint8Array): StoredRecord | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
    if (!isRecordShaped(values)) return undefined;
    const texts = fieldTextsOf(values);
    if (texts === undefined || sha256Hex(join(texts, hashedFields)) !== values.hash) return undefined;
    return Buffer.from(lineOf(texts)).equals(bytes) ? { ...values, values } : undefined;
  } catch {
    return undefined;
  }
}

/** `undefined` when a member is none of a record's. */
export function fieldTextsOf(values: Readonly<Record<string, unknown>>): FieldTexts | undefined {
  const texts: FieldTexts = {};
  for (const [name, value] of Object.entries(values)) {
    if (!isRecordField(name)) return undefined;
    texts[name] = canonicalText(value);
  }
  return texts;
}

function isRecordShaped(values: unknown): values is Readonly<Record<string, unknown>> & {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
} {
  if (typeof values !== 'object' || values === null) return false;
  const { v, seq, prev, hash } = values as Record<string, unknown>;
  return v === 1 && Number.isSafeInteger(seq) && typeof prev === 'string' && typeof hash === 'string';
}

const labels = new Map(recordFields.map((field) => [field, `,"${field}":`]));

function join(texts: FieldTexts, order: readonly RecordField[]): string {
  let joined = '';
  for (const field of order) {
    const text = texts[field];
    if (text !== undefined) joined += `${labels.get(field) ?? ''}${text}`;
  }
  return `{${joined.slice(1)}}`;
}

// DEL, C1 controls, line and paragraph separators, bidi controls, BOM: harmless as JSON, not on a terminal (profile P8).
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function lineOf(texts: FieldTexts): string {
  return join(texts, recordFields).replace(unsafe, escaped);
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
