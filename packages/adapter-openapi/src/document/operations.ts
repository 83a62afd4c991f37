import { DocumentFault } from './document-fault.js';
import { isObject, listOf, member, objectOf, shown, textOf } from './json.js';
import type { OpenApiDocument } from './parse-document.js';
import { follow, type Place } from './reference.js';

/** One operation of a document, as a list shows it. */
export interface OperationSummary {
  /** `null` where the document gives it none; such a one is named by `x-operation`. */
  readonly operationId: string | null;
  /** Upper case. */
  readonly method: string;
  /** As the document writes it, `{name}` templates included. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly summary: string | null;
  readonly description: string | null;
  readonly deprecated: boolean;
}

/** What an operation is made of, and the files its parts stand in. */
export interface FoundOperation {
  readonly method: string;
  readonly path: string;
  readonly pathItem: Place;
  readonly operation: Place;
}

/** TRACE and CONNECT are for no agent. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

/** Every operation of a document, in its order. Throws {@link DocumentFault} for a path whose reference leads nowhere. */
export function listOperations(document: OpenApiDocument): readonly OperationSummary[] {
  return [...operationsOf(document)].map(({ method, path, operation }) => {
    const value = objectOf(operation.value);
    return {
      operationId: textOf(member(value, 'operationId')) ?? null,
      method,
      path,
      tags: listOf(member(value, 'tags')).filter((tag) => typeof tag === 'string'),
      summary: textOf(member(value, 'summary')) ?? null,
      description: textOf(member(value, 'description')) ?? null,
      deprecated: member(value, 'deprecated') === true,
    };
  });
}

function* operationsOf(document: OpenApiDocument): Generator<FoundOperation> {
  for (const [path, written] of Object.entries(objectOf(member(document.root, 'paths')))) {
    if (!path.startsWith('/')) continue;
    const pathItem = follow(document, { value: written, file: document.name });
    for (const method of methods) {
      const operation = operationIn(document, pathItem, method);
      if (operation !== undefined) yield { method: method.toUpperCase(), path, pathItem, operation };
    }
  }
}

function operationIn(document: OpenApiDocument, pathItem: Place, method: string): Place | undefined {
  const value = member(pathItem.value, method);
  if (value === undefined) return undefined;
  const operation = follow(document, { value, file: pathItem.file });
  return isObject(operation.value) ? operation : undefined;
}

/** Operations by their operationId, which should be one each. */
export type OperationIndex = ReadonlyMap<unknown, readonly FoundOperation[]>;

export function indexOperations(document: OpenApiDocument): OperationIndex {
  return Map.groupBy(operationsOf(document), ({ operation }) => idOf(operation));
}

/** The one operation of this operationId. Throws {@link DocumentFault} for none and for several. */
export function findById(operations: OperationIndex, operationId: string): FoundOperation {
  const found = operations.get(operationId) ?? [];
  const [only] = found;
  if (only === undefined) {
    throw new DocumentFault(
      `names no operation: the document has no operationId ${shown(operationId)}; correct it, or add "x-operation": "<METHOD> <path>"`,
    );
  }
  if (found.length > 1) {
    const places = found.map(({ method, path }) => `${method} ${path}`).join(', ');
    throw new DocumentFault(`names ${found.length} operations: ${places}; name one with "x-operation"`);
  }
  return only;
}

const idOf = ({ value }: Place): unknown => member(value, 'operationId');

/** The operation that `x-operation` names, such as `GET /pets/{id}`. Throws {@link DocumentFault}. */
export function findByPath(document: OpenApiDocument, written: unknown): FoundOperation {
  const [, method = '', path = ''] = typeof written === 'string' ? (/^([A-Za-z]+) (\/.*)$/s.exec(written) ?? []) : [];
  const lower = method.toLowerCase();
  const item = member(member(document.root, 'paths'), path);
  if (item !== undefined && methods.some((one) => one === lower)) {
    const pathItem = follow(document, { value: item, file: document.name });
    const operation = operationIn(document, pathItem, lower);
    if (operation !== undefined) return { method: method.toUpperCase(), path, pathItem, operation };
  }
  throw new DocumentFault(
    `names no operation: the document has no ${shown(String(written))}; x-operation is "<METHOD> <path>", the path as the document writes it`,
  );
}
