/**
 * What the environment of every driver holds beside what it is: nothing of it may reach a child, whose environment
 * is built and not inherited (profile P3). One is a credential as a login would leave it, one forces colours.
 */
export const decoys: Readonly<Record<string, string>> = {
  CONFORMANCE_DECOY: 'inherited',
  VAULT_TOKEN: 'ambient-token-of-the-environment',
  FORCE_COLOR: '1',
};
