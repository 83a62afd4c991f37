import { DocumentFault } from '../document/document-fault.js';
import { listOf, member, objectOf, shown, textOf, type JsonObject } from '../document/json.js';
import type { FoundOperation } from '../document/operations.js';
import type { OpenApiDocument } from '../document/parse-document.js';
import { follow, type Place } from '../document/reference.js';

/** A parameter as the document declares it, `$ref`s followed. */
export interface DeclaredParameter {
  readonly name: string;
  /** As written; `body` and `formData` in Swagger 2.0. */
  readonly in: string;
  readonly value: JsonObject;
  readonly file: string;
}

/** The parameters of an operation: its own, and those of its path that it does not replace. Throws {@link DocumentFault}. */
export function declaredParameters(document: OpenApiDocument, found: FoundOperation): readonly DeclaredParameter[] {
  const shared = parametersIn(document, found.pathItem);
  const own = parametersIn(document, found.operation);
  return [...new Map([...shared, ...own])].map(([, parameter]) => parameter);
}

function parametersIn(document: OpenApiDocument, holder: Place): ReadonlyMap<string, DeclaredParameter> {
  const parameters = new Map<string, DeclaredParameter>();
  for (const written of listOf(member(holder.value, 'parameters'))) {
    const { value, file } = follow(document, { value: written, file: holder.file });
    const name = textOf(member(value, 'name'));
    const place = textOf(member(value, 'in'));
    if (name === undefined || place === undefined) throw new DocumentFault('a parameter has no name or no in');
    const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`;
    if (parameters.has(key)) throw new DocumentFault(`the ${place} parameter ${shown(name)} is declared twice`);
    parameters.set(key, { name, in: place, value: objectOf(value), file });
  }
  return parameters;
}

/** Names of `apiKey` schemes: what they carry is the Binding's, never an argument's (hardening 38). `<in> <name>`. */
export function credentialParameters(document: OpenApiDocument): ReadonlySet<string> {
  const { root, version, name: file } = document;
  const schemes =
    version === '2.0' ? member(root, 'securityDefinitions') : member(member(root, 'components'), 'securitySchemes');
  const names = Object.values(objectOf(schemes)).flatMap((written) => {
    const { value } = follow(document, { value: written, file });
    const name = textOf(member(value, 'name'));
    return member(value, 'type') === 'apiKey' && name !== undefined
      ? [credentialKey(String(member(value, 'in')), name)]
      : [];
  });
  return new Set(names);
}

export const credentialKey = (place: string, name: string): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;
