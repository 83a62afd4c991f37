import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { codeEntry } from '../code/code-limits.js';
import type { CompositeHandler } from '../handler.js';

/**
 * The handler of a verb: in the object that `composite.js` exports as `handlers`, in its default export, or an export
 * of the verb's own name, by exact key. Throws what is wrong with the code, or that there is no handler.
 */
export async function findHandler(root: string, verbKey: string): Promise<CompositeHandler> {
  const exported = (await load(root)) as Readonly<Record<string, unknown>>;
  const whole = own(exported, 'default');
  for (const place of [own(exported, 'handlers'), own(whole, 'handlers'), whole, exported]) {
    const found = own(place, verbKey);
    if (typeof found === 'function') return found as CompositeHandler;
  }
  throw new Error(`verb "${verbKey}" has no handler; export it in handlers of ${codeEntry}`);
}

async function load(root: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(join(root, codeEntry)).href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${codeEntry} cannot be loaded: ${reason}`, { cause: error });
  }
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
