import type { AuditEvent } from '@hcp/pipeline';
import type { FieldTexts, RecordField } from './record-fields.js';
import { boundedText, canonicalText } from './stored-json.js';

type CallFields = Omit<AuditEvent, 'event' | 'call_id'>;

/** What a record about something other than a step of a call may say; members left out are `null`. */
export type ActFields = Partial<CallFields> & { readonly call_id?: string | null };

export type DraftFields = ActFields & {
  readonly event: AuditEvent['event'] | 'recovery' | 'approval' | 'admin';
  /** Plain JSON without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
};

const plainFields = [
  'event',
  'call_id',
  'parent',
  'face',
  'session_id',
  'principal',
  'tenant',
  'project',
  'pack_id',
  'verb_key',
  'surface_sha256',
  'policy_sha256',
  'binding_mode',
  'sandbox',
  'step',
  'ok',
  'error',
  'exit_code',
  'duration_ms',
  'traceparent',
] as const satisfies readonly RecordField[];

/** Bytes of serialised arguments that a record carries; larger ones are left out, their HMAC stays. */
const mostArgumentBytes = 64 * 1024;
const mostDetailBytes = 1024 * 1024;
/** UTF-16 units. */
const longestError = 8 * 1024;
const longestText = 1024;

/**
 * Everything of a record but its place in the chain: arguments redacted, the HMAC of those sent, bounded well-formed texts.
 * @throws HcpError `audit_unserialisable` for values that JSON cannot hold.
 */
export function draftRecord(fields: DraftFields, argsHmac: string | null): FieldTexts {
  const texts: FieldTexts = {};
  for (const name of plainFields) texts[name] = plainText(fields[name], name === 'error' ? longestError : longestText);
  const { redacted_args: redacted, details } = fields;
  texts.args = redacted === undefined ? 'null' : boundedJson(redacted, mostArgumentBytes);
  texts.args_hmac = argsHmac === null ? 'null' : `"${argsHmac}"`;
  if (details !== undefined) texts.details = boundedJson(details, mostDetailBytes);
  return texts;
}

function plainText(value: string | number | boolean | null | undefined, longest: number): string {
  return typeof value === 'string' ? boundedText(value, longest) : JSON.stringify(value ?? null);
}

function boundedJson(value: unknown, mostBytes: number): string {
  const text = canonicalText(value);
  const bytes = Buffer.byteLength(text);
  return bytes <= mostBytes ? text : `{"[omitted]":"${bytes} bytes"}`;
}
