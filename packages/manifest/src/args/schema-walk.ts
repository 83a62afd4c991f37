import { pointer } from '../json/pointer.js';
import type { KeywordShape } from './keyword-shapes.js';
import type { SchemaFault } from './schema-fault.js';

export type Path = readonly (string | number)[];

/** A `$ref` that was found: where, what it names, and the copied schema that gets the answer. */
export interface Reference {
  readonly path: Path;
  readonly target: string | undefined;
  readonly holder: Record<string, unknown>;
}

/** What one walk over a schema knows and collects. */
export interface SchemaWalk {
  readonly keywords: ReadonlyMap<string, KeywordShape>;
  readonly dialect: string;
  readonly rootId: string;
  readonly faults: SchemaFault[];
  /** The pointer of every schema by what a `$ref` may name it: that pointer (the root's is empty), or `#anchor`. */
  readonly targets: Map<string, string>;
  readonly references: Reference[];
  /** For each schema's pointer, the pointers of those that look at the same value. */
  readonly sameValue: Map<string, string[]>;
}

/** Reports a fault and answers the schema that stands in for what was refused. */
export function faulty(walk: SchemaWalk, path: Path, reason: string): false {
  walk.faults.push({ pointer: pointer(path), reason });
  return false;
}

/**
 * What a reference names: a pointer or an anchor in the same text, with or without the root's own `$id` in front;
 * `undefined` for anything else, above all for a document elsewhere.
 */
export function targetOf(reference: string, rootId: string): string | undefined {
  const own = rootId !== '' && reference.startsWith(rootId);
  const fragment = own ? reference.slice(rootId.length) : reference;
  if (own && fragment === '') return '';
  if (!fragment.startsWith('#')) return undefined;
  try {
    const decoded = decodeURIComponent(fragment.slice(1));
    return decoded === '' || decoded.startsWith('/') ? decoded : `#${decoded}`;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Points every reference at the schema it names, in the one spelling the compiler is given. */
export function resolveReferences(walk: SchemaWalk): void {
  for (const { path, target, holder } of walk.references) {
    const found = target === undefined ? undefined : walk.targets.get(target);
    if (found === undefined) faulty(walk, path, 'must name a schema inside this one, such as "#/$defs/name"');
    else holder['$ref'] = fragmentOf(found);
    if (found !== undefined) connect(walk, path.slice(0, -1), found);
  }
}

/** Records that one schema hands the value it looks at on to another. */
export function connect(walk: SchemaWalk, path: Path, target: string): void {
  const place = placeOf(path);
  const others = walk.sameValue.get(place);
  if (others === undefined) walk.sameValue.set(place, [target]);
  else others.push(target);
}

/** The pointer of a schema as a `$ref` writes it: empty for the root. */
export function placeOf(path: Path): string {
  return path.length === 0 ? '' : pointer(path);
}

/** A place as the fragment that the compiler is given; {@link placeOfFragment} is the way back. */
export function fragmentOf(place: string): string {
  return `#${place.split('/').map(encodeURIComponent).join('/')}`;
}

export function placeOfFragment(fragment: string): string {
  return decodeURIComponent(fragment.slice(1));
}

/** Reports references that come back to where they started without going into the value: no check would end. */
export function refuseEndless(walk: SchemaWalk): void {
  const done = new Set<string>();
  for (const { path } of walk.references) {
    const start = placeOf(path.slice(0, -1));
    if (!done.has(start) && leadsTo(start, walk)) faulty(walk, path, 'refers to itself without end');
    done.add(start);
  }
}

function leadsTo(start: string, walk: SchemaWalk): boolean {
  const seen = new Set<string>();
  const waiting = [...(walk.sameValue.get(start) ?? [])];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (place === start) return true;
    if (seen.has(place)) continue;
    seen.add(place);
    waiting.push(...(walk.sameValue.get(place) ?? []));
  }
  return false;
}
