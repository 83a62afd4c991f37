import { DocumentFault } from '../document/document-fault.js';
import { isObject, listOf, member, objectOf, shown } from '../document/json.js';
import type { JsonSchema, ParameterPlace, ParameterPlan } from '../plan.js';
import { convertSchema, schemaObject } from './convert-schema.js';
import type { DeclaredParameter } from './declared-parameters.js';
import { checkForm, collectionForm, parameterForm, type FormKinds, type ParameterForm } from './parameter-form.js';
import { schemaBehind, schemaKinds } from './schema-kinds.js';
import type { SchemaScope } from './schema-scope.js';

/** A parameter before its argument has a name. */
export interface PlannedParameter {
  readonly plan: Omit<ParameterPlan, 'arg'>;
  /** Of its argument. */
  readonly schema: JsonSchema;
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Plans one path, query, header or cookie parameter. Throws {@link DocumentFault} naming it. */
export function planParameter(scope: SchemaScope, declared: DeclaredParameter): PlannedParameter {
  try {
    return plan(scope, declared);
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    throw new DocumentFault(`${declared.in} parameter ${shown(declared.name)}: ${error.message}`, { cause: error });
  }
}

function plan(scope: SchemaScope, { name, in: place, value, file }: DeclaredParameter): PlannedParameter {
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') {
    throw new DocumentFault('is in a place that is not supported');
  }
  if (!name.isWellFormed()) throw new DocumentFault('has a name with a lone surrogate');
  if ((place === 'header' || place === 'cookie') && !token.test(name)) {
    throw new DocumentFault('has a name that no header or cookie can have');
  }
  const required = place === 'path' || member(value, 'required') === true;
  const described = (schema: JsonSchema): JsonSchema => describe(schema, member(value, 'description'));
  const media = mediaType(value);
  if (media !== undefined) {
    const schema = convertSchema(scope, { value: member(media.value, 'schema') ?? {}, file });
    const plain = { style: place === 'query' || place === 'cookie' ? 'form' : 'simple', explode: false } as const;
    return {
      plan: { name, in: place, required, ...plain, allowReserved: false, content: media.content },
      schema: described(schemaObject(schema, name)),
    };
  }
  const is2 = scope.document.version === '2.0';
  // In Swagger 2.0 the parameter is its own schema.
  const written = is2 ? withoutParameter(value) : (member(value, 'schema') ?? {});
  const schema = schemaObject(convertSchema(scope, { value: written, file }), name);
  const form = is2 ? collectionForm(place, value) : parameterForm(place, value);
  checkSchema(place, form, { schema, scope });
  if (is2) checkItems(value);
  return { plan: { name, in: place, required, ...form, content: null }, schema: described(schema) };
}

function withoutParameter(value: object): JsonSchema {
  const own = new Set(['name', 'in', 'required', 'description', 'collectionFormat', 'allowEmptyValue']);
  return Object.fromEntries(Object.entries(value).filter(([key]) => !own.has(key)));
}

/** A collection of collections has a format of its own for the inner ones, which no style has. */
function checkItems(value: JsonSchema): void {
  if (member(member(value, 'items'), 'type') === 'array') {
    throw new DocumentFault('an array of arrays is not supported');
  }
}

interface Checked {
  readonly schema: JsonSchema;
  readonly scope: SchemaScope;
}

function checkSchema(place: ParameterPlace, form: ParameterForm, { schema, scope }: Checked): void {
  checkForm(place, form, formKinds(schema, scope.defs));
}

/** The kinds of a value and of what is inside it, as a style tells them apart. */
export function formKinds(schema: JsonSchema, defs: JsonSchema): FormKinds {
  const kinds = schemaKinds(schema, defs);
  const behind = schemaBehind(schema, defs);
  const items = behind['items'] ?? listOf(behind['prefixItems'])[0];
  const members = Object.values(objectOf(behind['properties']));
  const inner = kinds.has('object') && !kinds.has('array') ? members : items === undefined ? [] : [items];
  return { kinds, nested: inner.some((one) => !schemaKinds(one, defs).has('primitive')) };
}

interface Media {
  readonly value: unknown;
  readonly content: 'json' | 'text';
}

function mediaType(value: JsonSchema): Media | undefined {
  const content = member(value, 'content');
  if (!isObject(content)) return undefined;
  const [entry, ...others] = Object.entries(content);
  if (entry === undefined || others.length > 0) throw new DocumentFault('content must hold exactly one media type');
  const [name, media] = entry;
  const essence = name.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^application\/(?:[^/]+\+)?json$/.test(essence)) return { value: media, content: 'json' };
  if (essence === 'text/plain') return { value: media, content: 'text' };
  throw new DocumentFault(`content of type ${shown(name)} is not supported`);
}

/** Some words for whoever reads the arguments; the schema keeps what it checks. */
export function describe(schema: JsonSchema, description: unknown): JsonSchema {
  if (typeof description !== 'string' || description.trim() === '') return schema;
  const [first = ''] = description.trim().split(/\n\s*\n/);
  const line = first.replace(/\s+/g, ' ');
  return { description: line.length > 240 ? `${line.slice(0, 239)}…` : line, ...schema };
}
