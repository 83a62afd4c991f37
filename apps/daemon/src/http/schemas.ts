/** JSON Schemas of the API: the routes check with them, and the OpenAPI document is made of them. */
export type JsonSchema = Readonly<Record<string, unknown>>;
/** By status. */
export type Answers = Readonly<Record<number, JsonSchema>>;

const text = { type: 'string' };
const flag = { type: 'boolean' };
const texts = { type: 'array', items: text };
const nullableText = { type: ['string', 'null'] };

export const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error', 'message'],
  properties: { error: text, message: text },
};

/** The answers that every authenticated route may give beside its own. */
export const commonErrors: Answers = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  429: errorSchema,
  500: errorSchema,
  503: errorSchema,
};

export const sessionSchema: JsonSchema = {
  type: 'object',
  required: ['id', 'project_id', 'activated', 'expires_at'],
  properties: { id: text, project_id: nullableText, activated: texts, expires_at: nullableText },
};

export const newSessionSchema: JsonSchema = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: { project_id: nullableText },
};

const packMembers = { id: text, name: nullableText, kind: text, available: flag, bootstrap: flag };

export const packListSchema: JsonSchema = {
  type: 'object',
  required: ['packs'],
  properties: { packs: { type: 'array', items: { type: 'object', properties: { ...packMembers, verbs: texts } } } },
};

const verbSchema = {
  type: 'object',
  properties: {
    key: text,
    description: nullableText,
    access: nullableText,
    capability: nullableText,
    confirm: { type: ['boolean', 'string', 'null'] },
    arguments: texts,
    args: { description: 'The JSON Schema of its arguments, or null.' },
  },
};

export const packSchema: JsonSchema = {
  type: 'object',
  properties: { ...packMembers, verbs: { type: 'array', items: verbSchema } },
};

export const envelopeSchema: JsonSchema = {
  type: 'object',
  description: 'An exec envelope (§6.1). surface_id is an alias of pack_id; args defaults to {}.',
  required: ['pack_id', 'verb_key'],
  properties: { pack_id: text, verb_key: text, args: { type: 'object' } },
};

export const resultSchema: JsonSchema = {
  type: 'object',
  description: 'A result envelope (§6.2), denials included.',
  required: ['ok', 'pack_id', 'verb_key'],
  properties: { ok: flag, pack_id: text, verb_key: text, result: {}, error: text, stdout: text, stderr: text },
};

export const execHeadersSchema: JsonSchema = {
  type: 'object',
  properties: {
    'hcp-session': { ...text, description: 'The session whose activated packs may run.' },
    'hcp-idempotency-key': { ...text, description: 'A key that starts one run at most; a repeated one is 409.' },
    traceparent: { ...text, description: 'W3C Trace Context; recorded in the audit.' },
  },
};

export const readySchema: JsonSchema = { type: 'object', properties: { ready: flag } };
export const aliveSchema: JsonSchema = { type: 'object', properties: { alive: flag } };

export function paramsSchema(...names: readonly string[]): JsonSchema {
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) };
}
