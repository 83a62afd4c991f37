import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Example {
  readonly verbKey: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a vendor's pack offers to compare. */
export interface PackExamples {
  readonly id: string;
  /** Absolute path. */
  readonly root: string;
  readonly agentEnv: Readonly<Record<string, string>>;
  /** Of read verbs only: an example of a write would write twice. */
  readonly examples: readonly Example[];
}

interface Surface {
  readonly id: string;
  readonly kind?: string;
  readonly adapter_kind?: string;
  readonly wrap?: { readonly agent_env?: Readonly<Record<string, string>> };
  readonly verbs: Readonly<Record<string, { readonly 'x-examples'?: unknown }>>;
}

interface Policy {
  readonly verbs: Readonly<Record<string, { readonly access?: string; readonly secret_args?: readonly string[] }>>;
}

/** Reads the examples of a pack; a sentence where there is nothing to compare. */
export function readExamples(dir: string): PackExamples | string {
  let surface: Surface;
  let policy: Policy;
  try {
    surface = readFile(dir, 'surface.json') as Surface;
    policy = readFile(dir, 'policy.json') as Policy;
  } catch (error) {
    return `${dir} is no pack: ${error instanceof Error ? error.message : String(error)}`;
  }
  const kind = surface.kind ?? surface.adapter_kind ?? 'composite';
  if (kind !== 'wrap') return `${surface.id} is of kind ${kind}, which has no command line of its own to compare with`;
  const examples: Example[] = [];
  for (const [verbKey, verb] of Object.entries(surface.verbs)) {
    const entry = Object.hasOwn(policy.verbs, verbKey) ? policy.verbs[verbKey] : undefined;
    const given = verb['x-examples'];
    if (given === undefined || entry?.access !== 'read') continue;
    if (!Array.isArray(given)) return `/verbs/${verbKey}/x-examples must be a list of args objects`;
    for (const args of given as readonly unknown[]) {
      if (typeof args !== 'object' || args === null || Array.isArray(args)) {
        return `/verbs/${verbKey}/x-examples must be a list of args objects`;
      }
      const secret = (entry.secret_args ?? []).find((name) => Object.hasOwn(args, name));
      if (secret !== undefined) return `an example of ${verbKey} holds the secret argument ${secret}; leave it out`;
      examples.push({ verbKey, args: args as Example['args'] });
    }
  }
  if (examples.length === 0) return `${surface.id} has no read verb with x-examples, so there is nothing to compare`;
  return { id: surface.id, root: resolve(dir), agentEnv: surface.wrap?.agent_env ?? {}, examples };
}

function readFile(dir: string, name: string): unknown {
  return JSON.parse(readFileSync(join(dir, name), 'utf8').replace(/^\uFEFF/, ''));
}
