/**
 * The members of a record in the order they stand on its line (profile P8). `details` stands only in `admin` and
 * `approval` records and in a `recovery` record about the log itself.
 */
export const recordFields = [
  'v',
  'seq',
  'ts',
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
  'args',
  'args_hmac',
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
  'details',
  'prev',
  'hash',
] as const;

export type RecordField = (typeof recordFields)[number];

/** The RFC 8785 text of each member a record has. */
export type FieldTexts = Partial<Record<RecordField, string>>;

export const isRecordField = (name: string): name is RecordField => (recordFields as readonly string[]).includes(name);
