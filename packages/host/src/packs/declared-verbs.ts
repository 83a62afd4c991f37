import type { JsonObject } from '../state/shape.js';

/** Verbs with the rules that hold for each, as the lock file keeps them: rules that many verbs share stand there once. */
export interface DeclaredVerbs {
  /** By verb key, in the order of the manifest: the place of its rules. */
  readonly verbs: Readonly<Record<string, number>>;
  readonly rules: readonly JsonObject[];
}

/** Each verb's command line and rules, put together for the lock file, which every call reads. */
export const shareRules = (verbs: Readonly<Record<string, JsonObject>>): DeclaredVerbs => {
  const places = new Map<string, number>();
  const rules: JsonObject[] = [];
  const placed = Object.entries(verbs).map(([key, rule]): [string, number] => {
    const text = JSON.stringify(rule);
    const place = places.get(text) ?? rules.push(rule) - 1;
    places.set(text, place);
    return [key, place];
  });
  return { verbs: Object.fromEntries(placed), rules };
};

/** The same, each verb with its own rules again. */
export const rulesByVerb = ({ verbs, rules }: DeclaredVerbs): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(Object.entries(verbs).map(([key, place]) => [key, rules[place] ?? {}]));
