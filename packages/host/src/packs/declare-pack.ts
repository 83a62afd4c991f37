import { hash } from 'node:crypto';
import { deriveMeta, type Manifest, type Verb } from '@hcp/manifest';
import { findEntry, type Policy, type PolicyEntry } from '@hcp/policy';
import type { JsonObject } from '../state/shape.js';
import { shareRules } from './declared-verbs.js';
import type { DeclaredPack } from './packs-lock.js';

const describeRules = (entry: PolicyEntry | undefined): JsonObject =>
  entry === undefined
    ? { access: null, capability: null, confirm: null }
    : {
        access: entry.access,
        capability: entry.capability,
        confirm: entry.confirm,
        binding: entry.binding,
        secret_args: entry.secretArgs,
        allow_dash: entry.allowDash,
        deny_prefix: entry.denyPrefix,
        timeout_ms: entry.timeoutMs,
        max_output_bytes: entry.maxOutputBytes,
      };

const describeVerb = (verb: Verb, entry: PolicyEntry | undefined): JsonObject => ({
  cli: verb.cli ?? null,
  args_sha256: verb.args === undefined ? null : hash('sha256', JSON.stringify(verb.args), 'hex'),
  ...describeRules(entry),
});

/** What the operator agrees to by installing this pack, kept in the lock file to compare an update with. */
export const declarePack = (manifest: Manifest, policy: Policy): DeclaredPack => ({
  name: manifest.name ?? null,
  land: policy.land,
  meta: deriveMeta(manifest),
  ...shareRules(
    Object.fromEntries(
      Object.entries(manifest.verbs).map(([key, verb]) => [key, describeVerb(verb, findEntry(policy, key))]),
    ),
  ),
});
