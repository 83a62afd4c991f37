import type { Verb } from '@hcp/manifest';
import { declaredArguments } from './declared-arguments.js';

type Args = Readonly<Record<string, unknown>>;

/** The arguments of a call with what the runtime reads for itself told apart (§6.1). */
export interface SplitArgs {
  /** What is validated and rendered; the input stays as it was. */
  readonly args: Args;
  /** The invoker satisfies a `confirm` gate. */
  readonly confirmed: boolean;
  /** The invoker asks for the mock Binding. */
  readonly mock: boolean;
}

/** Whether the arguments satisfy a `confirm` gate: an own `confirm` or `apply` that is the JSON boolean `true` (profile P1). */
export function satisfiesConfirm(args: Args): boolean {
  return ['confirm', 'apply'].some((key) => Object.hasOwn(args, key) && args[key] === true);
}

/**
 * Takes the reserved keys out of the arguments: `confirm` and `apply` whatever they hold, `mode` when it is `"mock"`.
 * A key that the verb's schema declares at its root, or that is among the `ownKeys` of its operation, is read and also
 * passed on (§6.1, profile P1).
 */
export function splitReservedArgs(verb: Pick<Verb, 'args'>, args: Args, ownKeys: readonly string[] = []): SplitArgs {
  const mock = Object.hasOwn(args, 'mode') && args['mode'] === 'mock';
  const declared = declaredArguments(verb) ?? {};
  const reserved = ['confirm', 'apply', ...(mock ? ['mode'] : [])].filter(
    (key) => !Object.hasOwn(declared, key) && !ownKeys.includes(key),
  );
  const kept = Object.entries(args).filter(([key]) => !reserved.includes(key));
  return { args: Object.fromEntries(kept), confirmed: satisfiesConfirm(args), mock };
}
