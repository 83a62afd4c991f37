import { DocumentFault } from '../document/document-fault.js';
import { shown } from '../document/json.js';
import { listOperations, type OperationSummary } from '../document/operations.js';
import type { OpenApiDocument } from '../document/parse-document.js';

export interface Choice {
  readonly tags: readonly string[];
  /** Each an `operationId`, or `<METHOD> <path>`. */
  readonly operations: readonly string[];
}

/** How `x-operation` names an operation. */
export const placeOf = ({ method, path }: OperationSummary): string => `${method} ${path}`;

/**
 * The operations that carry one of the tags, and those that are named; all where nothing is asked for. Throws
 * {@link DocumentFault} for a tag or a name that chooses none.
 */
export function chooseOperations(document: OpenApiDocument, { tags, operations }: Choice): readonly OperationSummary[] {
  const all = listOperations(document);
  if (all.length === 0) throw new DocumentFault('has no operation under paths');
  for (const tag of tags) requireTag(tag, all);
  for (const name of operations) {
    if (!all.some((operation) => isNamed(operation, name)))
      throw new DocumentFault(`has no operation ${shown(name)}; name one by its operationId, or as "GET /path"`);
  }
  if (tags.length + operations.length === 0) return all;
  return all.filter(
    (operation) =>
      operation.tags.some((tag) => tags.includes(tag)) || operations.some((name) => isNamed(operation, name)),
  );
}

const isNamed = (operation: OperationSummary, name: string): boolean =>
  operation.operationId === name || placeOf(operation) === name;

function requireTag(tag: string, all: readonly OperationSummary[]): void {
  const known = [...new Set(all.flatMap(({ tags }) => tags))];
  if (known.includes(tag)) return;
  const some = known.slice(0, 20).map((one) => shown(one));
  const more = known.length > some.length ? ` and ${known.length - some.length} more` : '';
  throw new DocumentFault(`has no tag ${shown(tag)}; its tags are: ${some.join(', ') || 'none'}${more}`);
}
