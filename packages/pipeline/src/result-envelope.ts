import { scanJson } from '@hcp/manifest';
import type { StepNumber } from './refusals.js';

/** A JSON text without insignificant white space, its tokens as the program wrote them. */
export interface JsonText {
  readonly json: string;
}

/** §6.2, with exactly its fields (profile P1). */
export type ResultEnvelope =
  | {
      readonly ok: true;
      readonly pack_id: string;
      readonly verb_key: string;
      readonly result: JsonText;
      readonly stderr?: string;
    }
  | {
      readonly ok: false;
      readonly pack_id: string;
      readonly verb_key: string;
      readonly error: string;
      readonly stdout?: string;
      readonly stderr?: string;
    };

/** The answer to one call, and what travels beside it (profile P1). */
export interface CallReport {
  readonly envelope: ResultEnvelope;
  /** The envelope on one line, as every face prints it; made before the call is recorded as returned. */
  readonly line: string;
  readonly callId: string;
  /** The step that decided; `9` for a success. */
  readonly step: StepNumber;
  readonly durationMs: number;
  /** CLI exit status (profile P11): 0 ok, 1 ran and failed, 3 refused before the program ran. */
  readonly exitStatus: 0 | 1 | 3;
}

const resultLimits = { maxDepth: 512, exactIntegers: false } as const;

/** `result` of a program's output: exactly one JSON text token for token, else the whole output as a string (profile P1). */
export function resultOf(output: string): JsonText {
  const text = output.startsWith('\uFEFF') ? output.slice(1) : output;
  const scanned = scanJson(text, resultLimits);
  return { json: scanned.ok ? scanned.compact : JSON.stringify(output) };
}

/** One line: fields in the order of profile P1, digits of `result` kept. No line feed at the end. */
export function serializeResult(envelope: ResultEnvelope): string {
  const head = `{"ok":${String(envelope.ok)},"pack_id":${JSON.stringify(envelope.pack_id)},"verb_key":${JSON.stringify(envelope.verb_key)}`;
  const stderr = envelope.stderr === undefined ? '' : `,"stderr":${JSON.stringify(envelope.stderr)}`;
  if (envelope.ok) return `${head},"result":${envelope.result.json}${stderr}}`;
  const stdout = envelope.stdout === undefined ? '' : `,"stdout":${JSON.stringify(envelope.stdout)}`;
  return `${head},"error":${JSON.stringify(envelope.error)}${stdout}${stderr}}`;
}

/** The envelope as plain data, for a program that embeds the pipeline. Integers beyond 2^53−1 lose digits here. */
export function plainResult(envelope: ResultEnvelope): Readonly<Record<string, unknown>> {
  return JSON.parse(serializeResult(envelope)) as Record<string, unknown>;
}

/** The answer to a text that is no envelope (profile P1); CLI exit 2, HTTP 400 or 413, not audited as a call. */
export function invalidEnvelopeResult(reason: string): ResultEnvelope {
  return { ok: false, pack_id: '', verb_key: '', error: `invalid envelope: ${reason}` };
}
