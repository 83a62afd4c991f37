import { isJsonObject, type JsonObject } from '../json-object.js';
import { copySchema } from './copy-schema.js';
import { draft07, draft2020 } from './keyword-shapes.js';
import type { SchemaFault } from './schema-fault.js';
import { refuseEndless, resolveReferences, type SchemaWalk } from './schema-walk.js';

export type Dialect = 'draft-07' | '2020-12';

/** `schema` holds nothing but keywords of its dialect, ready for the compiler; only without faults. */
export interface PreparedSchema {
  readonly dialect: Dialect;
  readonly schema: JsonObject | boolean;
  readonly faults: readonly SchemaFault[];
}

const keywordsOf = { 'draft-07': draft07, '2020-12': draft2020 } as const;

/**
 * Checks every keyword of a JSON Schema and copies what the compiler needs: `x-` members, annotations and `$id`
 * stay out, so that nothing of one pack can meet another's, and a reference leads to a schema that was checked.
 */
export function prepareSchema(root: unknown): PreparedSchema {
  const declared = dialectOf(root);
  const dialect = declared ?? '2020-12';
  const walk: SchemaWalk = {
    keywords: keywordsOf[dialect],
    dialect,
    rootId: isJsonObject(root) && typeof root['$id'] === 'string' ? root['$id'].replace(/#$/, '') : '',
    faults: [],
    targets: new Map(),
    references: [],
    sameValue: new Map(),
  };
  if (declared === undefined) {
    walk.faults.push({ pointer: '/$schema', reason: 'must name JSON Schema 2020-12 or draft-07' });
  }
  const schema = copySchema(root, [], walk);
  resolveReferences(walk);
  refuseEndless(walk);
  return { dialect, schema, faults: walk.faults };
}

function dialectOf(root: unknown): Dialect | undefined {
  if (!isJsonObject(root) || !Object.hasOwn(root, '$schema')) return '2020-12';
  const name = typeof root['$schema'] === 'string' ? root['$schema'].replace(/^https?:\/\//, '').replace(/#$/, '') : '';
  if (name === 'json-schema.org/draft/2020-12/schema') return '2020-12';
  return name === 'json-schema.org/draft-07/schema' ? 'draft-07' : undefined;
}
