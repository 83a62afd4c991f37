import type { Verb } from '@hcp/manifest';

/** A name's JSON types as the verb's schema declares them; empty where it says nothing. */
export type DeclaredTypes = (name: string) => readonly string[];

/** Types of the root `properties` of a verb's `args` schema, own members only: the rest is the schema's to judge. */
export function declaredTypes(verb: Pick<Verb, 'args'> | undefined): DeclaredTypes {
  const properties = ownRecord(asRecord(verb?.args), 'properties');
  return (name) => {
    const type = ownValue(ownRecord(properties, name), 'type');
    if (typeof type === 'string') return [type];
    return Array.isArray(type) ? type.filter((one) => typeof one === 'string') : [];
  };
}

/** Whether the verb's schema declares this very name. */
export function declares(verb: Verb | undefined, name: string): boolean {
  const properties = ownRecord(asRecord(verb?.args), 'properties');
  return properties !== undefined && Object.hasOwn(properties, name);
}

type Fields = Readonly<Record<string, unknown>>;

function ownRecord(fields: Fields | undefined, name: string): Fields | undefined {
  return asRecord(ownValue(fields, name));
}

function ownValue(fields: Fields | undefined, name: string): unknown {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function asRecord(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
