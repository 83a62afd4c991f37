import type { PolicyEntry } from '@hcp/policy';

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
