import type { TokenSummary } from '@hcp/host';
import type { Command } from 'commander';
import { table } from '../output/table.js';
import { UsageError } from '../usage-error.js';
import { addExamples, defineCommand, type CommandDefinition, type EndWith } from './define-command.js';
import { operand, textOption, textsOption } from './operand.js';

/** `hcp token create|list|revoke` (profile P6, P11): static bearer tokens for callers of the daemon. */
export function addTokenCommands(program: Command, endWith: EndWith): void {
  const token = program
    .command('token')
    .summary('make, list and revoke bearer tokens for the daemon')
    .description('Make, list and revoke the static bearer tokens that callers of the daemon authenticate with.');
  addExamples(token, [
    "hcp token create ada --tenant acme --capability 'ledger.*'",
    'hcp token list',
    'hcp token revoke 4f0c2a9be113',
  ]);
  for (const definition of [create, list, revoke]) defineCommand(token, definition, endWith);
}

const create: CommandDefinition = {
  usage: 'create <principal-id>',
  summary: 'make a token for a principal and show it, this once',
  flags: [
    { usage: '--tenant <id>', description: 'the tenant of the principal (required)' },
    { usage: '--project <id>', description: 'a project of the principal; may be repeated', repeatable: true },
    { usage: '--capability <grant>', description: 'what it may do, as for grant; may be repeated', repeatable: true },
  ],
  examples: ["hcp token create ada --tenant acme --project billing --capability 'ledger.*' --capability '*.read'"],
  work: async ({ host, output, operands, options }) => {
    const tenant = textOption(options, 'tenant');
    if (tenant === undefined) throw new UsageError('--tenant is missing', 'name the tenant of the principal');
    const { token, ...made } = await host.tokens.create({
      principalId: operand(operands, 0),
      tenant,
      projects: textsOption(options, 'project'),
      capabilities: textsOption(options, 'capability'),
    });
    output.answer({ token }, () => [`token ${made.id} for ${describe(made)}; it is not shown again:`, token]);
    return 0;
  },
};

const list: CommandDefinition = {
  usage: 'list',
  summary: 'list the tokens there are, never the tokens themselves',
  examples: ['hcp token list'],
  work: async ({ host, output }) => {
    const tokens = await host.tokens.list();
    output.answer({ tokens }, () => {
      if (tokens.length === 0) return ['there is no token; hcp token create makes one'];
      const rows = tokens.map(({ id, principal, created_at: made }) => [
        ...[id, made, principal.id, principal.tenant],
        ...[principal.projects.join(' '), principal.capabilities.join(' ')],
      ]);
      return table([['ID', 'MADE', 'PRINCIPAL', 'TENANT', 'PROJECTS', 'CAPABILITIES'], ...rows]);
    });
    return 0;
  },
};

const revoke: CommandDefinition = {
  usage: 'revoke <id>',
  summary: 'end a token, from the next request on',
  examples: ['hcp token revoke 4f0c2a9be113'],
  work: async ({ host, output, operands }) => {
    const revoked = await host.tokens.revoke(operand(operands, 0));
    output.answer(revoked, () => [`token ${revoked.id} for ${describe(revoked)} is revoked`]);
    return 0;
  },
};

function describe({ principal }: TokenSummary): string {
  const held = principal.capabilities.length === 0 ? 'no capability' : principal.capabilities.join(' ');
  return `${principal.id} of tenant ${principal.tenant} with ${held}`;
}
