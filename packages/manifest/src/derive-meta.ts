import type { ManifestDraft } from './manifest-draft.js';
import type { HarnessPackMeta } from './manifest.js';

/** The optional members of the metadata, in the order of §3.6. */
const optionalMembers = ['binding', 'wrap', 'openapi', 'pass_through', 'plane', 'transports', 'skill_url'] as const;

/**
 * Derives the protocol metadata of a manifest (§3.6): `hcp`, `pack_id`, `adapter_kind`, and those of the optional
 * members that the manifest has, as written; no other default is filled in (profile P4).
 */
export function deriveMeta(manifest: ManifestDraft & { readonly id: string }): HarnessPackMeta {
  const carried = optionalMembers.flatMap((name) => (Object.hasOwn(manifest, name) ? [[name, manifest[name]]] : []));
  return {
    hcp: 1,
    pack_id: manifest.id,
    adapter_kind: manifest.kind,
    ...(Object.fromEntries(carried) as Omit<HarnessPackMeta, 'hcp' | 'pack_id' | 'adapter_kind'>),
  };
}
