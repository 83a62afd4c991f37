import type { PackDetails, VerbDetails } from '@hcp/host';
import { table } from '../output/table.js';
import type { CommandDefinition } from './define-command.js';
import { operand } from './operand.js';

/** `hcp show <pack_id>`: what is installed, pinned, allowed and gated. */
export const show: CommandDefinition = {
  usage: 'show <pack_id>',
  summary: 'show a pack: its commands, gates, pinned program and settings',
  examples: ['hcp show ledger', 'hcp show --json ledger'],
  work: async ({ host, output, operands }) => {
    const pack = await host.packs.show(operand(operands, 0));
    output.answer(pack, () => describe(pack));
    return 0;
  },
};

function describe(pack: PackDetails): readonly string[] {
  const bin = pack.bin;
  const facts: (readonly [string, string])[] = [
    ['pack', pack.name === null ? pack.id : `${pack.id} (${pack.name})`],
    ['kind', pack.bootstrap ? `${pack.kind} (bootstrap)` : pack.kind],
    ['state', pack.state],
    ['folder', pack.root],
    ['installed', pack.installed_at],
    ['surface', `sha256 ${pack.surface_sha256}`],
    ['policy', `sha256 ${pack.policy_sha256}`],
  ];
  if (bin !== null) {
    facts.push(['program', `${bin.file.path} (${bin.allowed ? 'allowed' : 'not allowed'})`]);
    for (const interpreter of bin.interpreters) facts.push(['interpreter', interpreter.file.path]);
    for (const accepted of bin.accepted_paths) facts.push(['accepted', accepted]);
  }
  const { code } = pack;
  if (code !== null) {
    facts.push(['code', `composite.js and ${code.files - 1} more files (${code.trusted ? 'trusted' : 'not trusted'})`]);
  }
  facts.push(...documentFacts(pack));
  for (const [key, value] of Object.entries(pack.settings)) facts.push([`setting ${key}`, JSON.stringify(value)]);
  return [...table(facts), '', ...describeVerbs(pack.verb_details)];
}

function documentFacts({ openapi }: PackDetails): readonly (readonly [string, string])[] {
  if (openapi === null) return [];
  const { source, changed, servers, allowed_addresses: allowed, operations } = openapi;
  return [
    ['document', changed ? `${source} (changed since; calls go by what was installed)` : source],
    ...servers.map((server) => ['server', server] as const),
    ...allowed.map((found) => ['addresses', `${found} (allowed)`] as const),
    ...Object.entries(operations).map(([key, operation]) => [`operation ${key}`, operation] as const),
  ];
}

function describeVerbs(verbs: readonly VerbDetails[]): readonly string[] {
  const rows = verbs.map((verb) => [
    verb.key,
    verb.access ?? 'no policy',
    verb.capability ?? '',
    verb.confirm === null || verb.confirm === false ? '' : verb.confirm === true ? 'confirm' : 'approval',
    verb.arguments.join(' '),
    verb.description ?? '',
  ]);
  return table([['COMMAND', 'ACCESS', 'CAPABILITY', 'GATE', 'ARGUMENTS', 'DESCRIPTION'], ...rows]);
}
