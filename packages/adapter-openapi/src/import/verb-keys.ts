import type { OperationSummary } from '../document/operations.js';
import { placeOf } from './choose-operations.js';

/** What is a verb key (profile P4) and reads well in a shell, a table and a message. */
const plain = /^[A-Za-z0-9][A-Za-z0-9._/:@-]{0,127}$/;
const longest = 120;

/**
 * A verb key for each operation, by `<METHOD> <path>`: its `operationId` where it is plain and nobody else's in the
 * document, else one made of method and path. `all` decides what is taken, so that a choice changes no key.
 */
export function verbKeys(all: readonly OperationSummary[]): ReadonlyMap<string, string> {
  const count = new Map<string, number>();
  for (const { operationId } of all)
    if (operationId !== null) count.set(operationId, (count.get(operationId) ?? 0) + 1);
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  const give = (operation: OperationSummary, key: string): void => {
    taken.add(key);
    keys.set(placeOf(operation), key);
  };
  const isOwn = ({ operationId: id }: OperationSummary): boolean =>
    id !== null && count.get(id) === 1 && plain.test(id);
  for (const operation of all.filter(isOwn)) give(operation, operation.operationId ?? '');
  for (const operation of all.filter((one) => !isOwn(one))) give(operation, freeKey(madeOf(operation), taken));
  return keys;
}

/** `get.pets.id` of `GET /pets/{id}`. */
function madeOf({ method, path }: OperationSummary): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return [method.toLowerCase(), ...words].join('.').slice(0, longest);
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key;
  for (let n = 2; ; n += 1) if (!taken.has(`${key}.${n}`)) return `${key}.${n}`;
}
