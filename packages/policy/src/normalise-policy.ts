import { capabilityProblem } from './capability-rule.js';
import { defaultMaxOutputBytes, defaultTimeoutMs, type Access, type Policy, type PolicyEntry } from './policy.js';
import { choice, limit, nodeAt, rootNode, text, texts, wrong, type Node } from './read-member.js';

/**
 * Fills in the defaults of profile P5, without the validator. For the parsed content of a `policy.json` that has been
 * validated before and has not changed since: unknown members are not looked for.
 *
 * @throws TypeError when a member it reads is not of its type or breaks a rule, naming the member and the rule
 */
export function normalisePolicy(value: unknown): Policy {
  const file = rootNode(value);
  const surfaceId = text(file, 'surface_id');
  const privacy = nodeAt(file, 'privacy', {});
  const land = choice(privacy, 'land', { among: ['device', 'tenant', 'brain'], absent: 'device' });
  const entries = nodeAt(file, 'verbs');
  const verbs = Object.create(null) as Record<string, PolicyEntry>;
  for (const key of Object.keys(entries.members)) {
    verbs[key] = normaliseEntry(nodeAt(entries, key), surfaceId);
  }
  return { surfaceId, land, verbs };
}

function normaliseEntry(entry: Node, surfaceId: string): PolicyEntry {
  const access = choice(entry, 'access', { among: ['read', 'write'] });
  return {
    access,
    capability: readCapability(entry, surfaceId, access),
    confirm: choice(entry, 'confirm', { among: [true, false, 'approval'], absent: access === 'write' }),
    binding: choice(entry, 'binding', { among: ['none'], absent: 'pack' }),
    secretArgs: texts(entry, 'secret_args'),
    allowDash: texts(entry, 'allow_dash'),
    denyPrefix: texts(entry, 'deny_prefix'),
    timeoutMs: limit(entry, 'timeout_ms', defaultTimeoutMs),
    maxOutputBytes: limit(entry, 'max_output_bytes', defaultMaxOutputBytes),
  };
}

function readCapability(entry: Node, surfaceId: string, access: Access): string {
  if (!Object.hasOwn(entry.members, 'capability')) return `${surfaceId}.${access}`;
  const capability = text(entry, 'capability');
  const problem = capabilityProblem(surfaceId, access, capability);
  if (problem !== undefined) throw wrong(entry, 'capability', problem);
  return capability;
}
