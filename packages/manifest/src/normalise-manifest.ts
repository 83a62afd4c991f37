import { isJsonObject, type JsonObject } from './json-object.js';
import type { ManifestDraft } from './manifest-draft.js';
import type { Verb } from './manifest.js';

/** Optional members that go from the file into the manifest as written; `kind` and `verbs` need more. */
const carriedMembers = [
  'id',
  'name',
  'cliBin',
  'plane',
  'transports',
  'binding',
  'wrap',
  'openapi',
  'pass_through',
  'stimulusTriggers',
  'skill_url',
  'harness',
] as const satisfies readonly (keyof ManifestDraft)[];

/** The top-level members of `surface.json` that mean something here (§3.1, profile P4); `$schema` is for editors. */
export const surfaceMembers: ReadonlySet<string> = new Set([
  ...carriedMembers,
  'kind',
  'adapter_kind',
  'verbs',
  'meta',
  '$schema',
]);

/** The members of a verb that mean something here (§3.4); others that start with `x-` are kept too. */
export const verbMembers: ReadonlySet<string> = new Set(['description', 'cli', 'args', 'policy']);

/** Resolves the alias `adapter_kind` and the default kind (§3.1) and leaves out what the runtime does not know. */
export function normaliseManifest(surface: JsonObject): ManifestDraft {
  const carried = carriedMembers.flatMap((name) => (Object.hasOwn(surface, name) ? [[name, surface[name]]] : []));
  const kind = own(surface, 'kind') ?? own(surface, 'adapter_kind') ?? 'composite';
  // the members have the types of the schema: what has not was taken out before
  return {
    ...(Object.fromEntries(carried) as object),
    kind,
    verbs: normaliseVerbs(own(surface, 'verbs')),
  } as ManifestDraft;
}

function normaliseVerbs(verbs: unknown): Readonly<Record<string, Verb>> {
  const normalised = Object.create(null) as Record<string, Verb>;
  if (!isJsonObject(verbs)) return normalised;
  for (const [key, verb] of Object.entries(verbs)) {
    if (!isJsonObject(verb)) continue;
    const known = Object.entries(verb).filter(([name]) => verbMembers.has(name) || name.startsWith('x-'));
    normalised[key] = Object.fromEntries(known);
  }
  return normalised;
}

function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
