import { DocumentFault } from '../document/document-fault.js';
import { isObject, member, objectOf, shown, textOf } from '../document/json.js';
import { follow, type Place } from '../document/reference.js';
import type { BodyPlan, FieldPlan, JsonSchema } from '../plan.js';
import { isFile, type BodyMedia } from './body-media.js';
import { convertSchema } from './convert-schema.js';
import { parameterForm, checkForm } from './parameter-form.js';
import { formKinds } from './plan-parameter.js';
import { schemaBehind, schemaKinds } from './schema-kinds.js';
import type { SchemaScope } from './schema-scope.js';

/** A body before its arguments have names. */
export interface PlannedBody {
  readonly plan: Omit<BodyPlan, 'members'>;
  /** Of the body as a whole. */
  readonly schema: JsonSchema;
  /** Members that a response has and a request does not. */
  readonly responseOnly: ReadonlySet<string>;
}

/** Plans how the body is written. Throws {@link DocumentFault}. */
export function planBody(scope: SchemaScope, media: BodyMedia): PlannedBody {
  const { kind, mediaType, required } = media;
  if (kind === 'binary') return planBytes(scope, media);
  if (kind === 'form' || kind === 'multipart') refuseFiles(scope, media);
  const converted = convertSchema(scope, media.schema);
  if (converted === false) throw new DocumentFault('the request body allows no value at all');
  const schema = converted === true ? {} : converted;
  if (kind === 'text') return planned(media, { fields: {}, schema });
  if (kind === 'json')
    return { ...planned(media, { fields: {}, schema }), responseOnly: responseOnly(scope, media.schema) };
  if (!schemaKinds(schema, scope.defs).has('object'))
    throw new DocumentFault(`a body of type ${mediaType} must be an object`);
  const fields = fieldsOf(scope, media, schema);
  return {
    plan: { kind, mediaType, required, fields },
    schema: { type: 'object', ...schema },
    responseOnly: responseOnly(scope, media.schema),
  };
}

function planned(
  { kind, mediaType, required }: BodyMedia,
  { fields, schema }: { readonly fields: BodyPlan['fields']; readonly schema: JsonSchema },
): PlannedBody {
  return { plan: { kind, mediaType, required, fields }, schema, responseOnly: new Set() };
}

/** Bytes come as base64 text. Where the schema says that base64 is what the server gets, it is sent as it is. */
function planBytes({ document }: SchemaScope, media: BodyMedia): PlannedBody {
  const { value } = follow(document, media.schema);
  const isEncoded = member(value, 'format') === 'byte' || member(value, 'contentEncoding') === 'base64';
  const description = isEncoded ? 'Base64, sent as it is.' : 'The bytes to send, as base64.';
  const schema = { type: 'string', contentEncoding: 'base64', description };
  return planned({ ...media, kind: isEncoded ? 'text' : 'binary' }, { fields: {}, schema });
}

function responseOnly({ document }: SchemaScope, place: Place): ReadonlySet<string> {
  const { value, file } = follow(document, place);
  const names = Object.entries(objectOf(member(value, 'properties'))).filter(
    ([, one]) => isObject(one) && member(follow(document, { value: one, file }).value, 'readOnly') === true,
  );
  return new Set(names.map(([name]) => name));
}

function refuseFiles({ document }: SchemaScope, { kind, schema }: BodyMedia): void {
  const { value, file } = follow(document, schema);
  const found = Object.entries(objectOf(member(value, 'properties'))).find(
    ([, one]) => isObject(one) && isFile(document, { value: one, file }),
  );
  if (found === undefined) return;
  throw new DocumentFault(
    `the member ${shown(found[0])} of the ${kind} body is a file, which cannot be sent inside a form`,
  );
}

function fieldsOf(
  scope: SchemaScope,
  { kind, schema: place, encoding }: BodyMedia,
  schema: JsonSchema,
): BodyPlan['fields'] {
  const { value } = follow(scope.document, place);
  const properties = objectOf(schemaBehind(schema, scope.defs)['properties']);
  const fields = Object.keys(objectOf(member(value, 'properties'))).flatMap((name): [string, FieldPlan][] => {
    const written = follow(scope.document, {
      value: objectOf(member(encoding.value, name)),
      file: encoding.file,
    }).value;
    try {
      const field = kind === 'form' ? formField(written) : multipartField(written);
      if (field.style !== undefined) {
        const form = parameterForm('query', { ...objectOf(written) });
        checkForm('query', form, formKinds(objectOf(properties[name]), scope.defs));
      }
      return Object.keys(field).length === 0 ? [] : [[name, field]];
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error;
      throw new DocumentFault(`the member ${shown(name)} of the ${kind} body ${error.message}`, { cause: error });
    }
  });
  return Object.fromEntries(fields);
}

/** With any of the three the specification has the member written as a query parameter, else by its content. */
function formField(encoding: unknown): FieldPlan {
  const names = ['style', 'explode', 'allowReserved'];
  if (!names.some((name) => member(encoding, name) !== undefined)) return {};
  const { style, explode, allowReserved } = parameterForm('query', objectOf(encoding));
  return { style, explode, allowReserved };
}

function multipartField(encoding: unknown): FieldPlan {
  const named = textOf(member(encoding, 'contentType'));
  if (member(encoding, 'style') !== undefined || member(encoding, 'explode') !== undefined) {
    throw new DocumentFault('has a style, which is not supported in multipart');
  }
  const headers = Object.values(objectOf(member(encoding, 'headers')));
  if (headers.some((one) => member(one, 'required') === true)) {
    throw new DocumentFault('needs headers of its own, which are not supported');
  }
  if (named === undefined) return {};
  const type = named
    .split(',')
    .map((one) => one.trim())
    .find((one) => /^(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?json)(?:;[\w =.-]*)?$/.test(one));
  if (type === undefined) throw new DocumentFault(`is of type ${shown(named)}, which cannot be sent inside a form`);
  return { contentType: type };
}
