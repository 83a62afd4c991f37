import type { Verb } from '@hcp/manifest';
import type { InstalledPack, Ports } from './ports.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * The schema of a verb's arguments for whoever writes them down: the verb's own `args`, and beside it the arguments
 * that its adapter derives (profile P12), references to definitions at their root resolved. What is checked is not
 * this: both schemas are. `undefined` where neither says anything, and where what was derived cannot be read.
 */
export async function offeredArgs(
  { adapters }: Pick<Ports, 'adapters'>,
  pack: InstalledPack,
  verbKey: string,
): Promise<Verb['args']> {
  const verb = Object.hasOwn(pack.manifest.verbs, verbKey) ? pack.manifest.verbs[verbKey] : undefined;
  if (verb === undefined) return undefined;
  let derived: unknown;
  try {
    derived = await adapters.get(pack.manifest.kind)?.argsSchema?.({ pack, verbKey });
  } catch {
    return verb.args; // The call itself says what is wrong.
  }
  if (!isMembers(derived)) return verb.args;
  const own = isMembers(verb.args) ? verb.args : {};
  const properties = {
    ...resolved(membersOf(derived, 'properties'), membersOf(derived, '$defs')),
    ...membersOf(own, 'properties'),
  };
  return { ...derived, properties };
}

function resolved(properties: Members, definitions: Members): Members {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const reference = isMembers(schema) ? schema['$ref'] : undefined;
      const target = typeof reference === 'string' ? definitions[reference.replace('#/$defs/', '')] : undefined;
      return [name, isMembers(target) ? { ...target, ...(schema as Members) } : schema];
    }),
  );
}

const membersOf = (value: Members, key: string): Members => {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return isMembers(found) ? found : {};
};

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
