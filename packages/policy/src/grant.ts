/** One name or several joined by `.`: printable ASCII without space and `*`, so that no name reads as a wildcard. */
const name = '[!-)+-~]+';
const grant = new RegExp(`^(?:\\*|${name}|${name}\\.\\*|\\*\\.${name})$`);

/** Whether a text can be granted: a capability, `<prefix>.*`, `*.<suffix>`, or `*` (profile P6). */
export function isGrant(text: string): boolean {
  return grant.test(text);
}

/**
 * Whether one of the grants covers the capability (§6.3 step 5, profile P6). `ledger.*` covers `ledger.read` and
 * neither `ledger` nor `ledgerx.read`; a text that is no grant covers nothing, and neither does an empty list.
 */
export function grantsCapability(grants: readonly string[], capability: string): boolean {
  return grants.some((text) => isGrant(text) && covers(text, capability));
}

function covers(text: string, capability: string): boolean {
  if (text === '*' || text === capability) return true;
  const isPrefix = text.endsWith('.*');
  if (!isPrefix && !text.startsWith('*.')) return false;
  const part = isPrefix ? text.slice(0, -1) : text.slice(1);
  const touches = isPrefix ? capability.startsWith(part) : capability.endsWith(part);
  return touches && capability.length > part.length;
}
