import type { Verb } from '@hcp/manifest';

/** The `properties` of the root of a verb's args schema, or `undefined` where it lists none. */
export function declaredArguments(verb: Pick<Verb, 'args'>): object | undefined {
  const { args } = verb;
  if (typeof args !== 'object' || !Object.hasOwn(args, 'properties')) return undefined;
  const { properties } = args;
  return typeof properties === 'object' && properties !== null ? properties : undefined;
}
