import type { BindingMode, HarnessBinding } from '@hcp/manifest';
import type { PolicyEntry } from '@hcp/policy';

/**
 * The Binding mode a call runs under (profile P7 `HCP_BINDING_MODE`): `mock` when asked for or declared, `public`
 * where nothing is minted, else the declared mode. A hub without a mode reads as the mode it is the default of;
 * the Binding refuses that pair when it mints.
 */
export function bindingModeInForce(
  binding: HarnessBinding | undefined,
  entry: Pick<PolicyEntry, 'binding'>,
  mock: boolean,
): BindingMode {
  if (mock || binding?.mode === 'mock') return 'mock';
  if (entry.binding === 'none' || binding === undefined) return 'public';
  if (binding.mode !== undefined) return binding.mode;
  if (binding.hub === 'keyring') return 'user';
  return binding.hub === 'local-credential' ? 'local' : 'public';
}

/** Health verbs (last word `doctor`, `status` or `health`) read what exists and mint nothing new (§6.7, profile P7). */
export function isHealthVerb(verbKey: string): boolean {
  return /(?:^|[. ])(?:doctor|status|health)$/.test(verbKey);
}
