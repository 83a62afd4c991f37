import type { OpenApiDocument } from '../document/parse-document.js';

/** What one conversion of schemas shares: the named schemas they led to, and what could not be carried over. */
export interface SchemaScope {
  readonly document: OpenApiDocument;
  /** `request`: members that only a response has are not asked for. `sample`: examples and defaults are kept. */
  readonly use: 'request' | 'sample';
  /** By the place they stand at. */
  readonly names: Map<string, string>;
  readonly defs: Record<string, unknown>;
  readonly warnings: Set<string>;
}

export const schemaScope = (document: OpenApiDocument, use: SchemaScope['use']): SchemaScope => ({
  document,
  use,
  names: new Map(),
  defs: {},
  warnings: new Set(),
});

/** A name for the schema at a place, such as `Pet`, different from every other in this scope. */
export function nameOf(scope: SchemaScope, id: string): string {
  const last = id.split(/[#/]/).at(-1) ?? '';
  const plain = last.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 64) || 'schema';
  // The prototype's own names make no members of a plain object.
  let name = plain in {} ? `${plain}_` : plain;
  for (let count = 2; Object.hasOwn(scope.defs, name); count += 1) name = `${plain}_${count}`;
  scope.names.set(id, name);
  return name;
}
