import { isGrant } from '@hcp/policy';
import type { Principal } from '@hcp/pipeline';
import type { ClaimNames } from '../config/jwt-settings.js';
import type { JsonObject } from '../state/shape.js';

/** Whom the claims of a verified token speak of, or why they speak of nobody. */
export type ClaimedPrincipal = { readonly principal: Principal } | { readonly fault: string };

const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is string => isText(value) && value.length > 0 && value.length <= 256;
const isListOf = (value: unknown, accepts: (item: unknown) => boolean): value is readonly string[] =>
  Array.isArray(value) && value.every(accepts);

/**
 * Maps claims to a principal (profile P6). Nothing is converted: a claim of another type, a capability that is no
 * grant or a missing id is a fault. Absent projects and capabilities are none; an absent tenant is an unresolved one,
 * which step 4 refuses.
 */
export const principalOfClaims = (claims: JsonObject, names: ClaimNames = {}): ClaimedPrincipal => {
  const claim = (name: string, absent: unknown): unknown => (Object.hasOwn(claims, name) ? claims[name] : absent);
  const named = {
    id: names.id ?? 'sub',
    tenant: names.tenant ?? 'tenant',
    projects: names.projects ?? 'projects',
    capabilities: names.capabilities ?? 'capabilities',
  };
  const id = claim(named.id, undefined);
  const tenant = claim(named.tenant, '');
  const projects = claim(named.projects, []);
  const capabilities = claim(named.capabilities, []);
  const fault = (name: string, rule: string): ClaimedPrincipal => ({
    fault: `the claim ${JSON.stringify(name)} must be ${rule}`,
  });
  if (!isName(id)) {
    return fault(named.id, 'a string of 1 to 256 characters');
  }
  if (!isText(tenant) || tenant.length > 256) {
    return fault(named.tenant, 'a string of at most 256 characters');
  }
  if (!isListOf(projects, isName)) {
    return fault(named.projects, 'an array of strings of 1 to 256 characters');
  }
  if (!isListOf(capabilities, (item) => isText(item) && isGrant(item))) {
    return fault(named.capabilities, 'an array of capabilities to grant');
  }
  return { principal: { id, tenant, projects, capabilities } };
};
