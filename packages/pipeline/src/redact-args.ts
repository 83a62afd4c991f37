import { findEntry, type PolicyEntry } from '@hcp/policy';
import type { AnyState } from './state.js';

const redacted = '[redacted]';

/**
 * The arguments as they may be stored and shown (profile P5 `secret_args`). Without a Policy entry nobody has said
 * which of them are secret, so every value is taken for one and only the names stay.
 */
export function redactArgs(
  args: Readonly<Record<string, unknown>>,
  entry: Pick<PolicyEntry, 'secretArgs'> | undefined,
): Readonly<Record<string, unknown>> {
  if (entry?.secretArgs.length === 0) return args;
  const shown = Object.entries(args).map(([name, value]): [string, unknown] => [
    name,
    entry?.secretArgs.includes(name) === false ? value : redacted,
  ]);
  return Object.fromEntries(shown);
}

/** The arguments as they are where no secret is in them, else with every value `[redacted]` and the names kept. */
export function hideSecrets(
  args: Readonly<Record<string, unknown>>,
  redact: (text: string) => string,
): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(args);
  return redact(text) === text ? args : redactArgs(args, { secretArgs: Object.keys(args) });
}

/** Takes the secrets of the composite calls above a call out of a text (profile P7, P12). */
export function redactAbove(text: string, { caller }: Pick<AnyState, 'caller'>): string {
  return caller.nesting === undefined ? text : caller.nesting.redact(text);
}

/** The Policy entry of a call as soon as its pack is known, whatever step it has reached. */
export function entryOf(state: AnyState): PolicyEntry | undefined {
  return 'pack' in state ? findEntry(state.pack.policy, state.envelope.verbKey) : undefined;
}

/** Shorter texts stand in too many others to be worth hiding; a four-digit pin is the shortest secret. */
const shortestSecretArg = 4;

/** Takes the values of `secret_args` out of a text that is stored or shown to the operator, such as what a program says on stderr. */
export function redactSecretArgs(text: string, state: AnyState): string {
  const names = entryOf(state)?.secretArgs ?? [];
  const { args } = state.envelope;
  const values = names.flatMap((name) => (Object.hasOwn(args, name) ? textsOf(args[name]) : []));
  const spellings = values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
  return spellings
    .filter((value) => value.length >= shortestSecretArg)
    .toSorted((one, other) => other.length - one.length)
    .reduce((clean, value) => clean.replaceAll(value, redacted), text);
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return [...value.flatMap(textsOf), value.join(',')];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}
