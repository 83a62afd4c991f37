import type { Principal } from '@hcp/pipeline';
import type { CommandDefinition } from './define-command.js';
import { operand } from './operand.js';

/** `hcp grant <capability>`: exact, `pack.*`, `*.read` or `*` (profile P6). */
export const grant: CommandDefinition = {
  usage: 'grant <capability>',
  summary: 'give the principal of command-line calls a capability',
  examples: ['hcp grant ledger.transfer', "hcp grant 'ledger.*'"],
  work: async ({ host, output, operands }) => {
    const principal = await host.configuration.grant(operand(operands, 0));
    output.answer(principal, () => [describe(principal)]);
    return 0;
  },
};

/** `hcp revoke <capability>`. */
export const revoke: CommandDefinition = {
  usage: 'revoke <capability>',
  summary: 'take a capability from the principal of command-line calls',
  examples: ['hcp revoke ledger.transfer'],
  work: async ({ host, output, operands }) => {
    const principal = await host.configuration.revoke(operand(operands, 0));
    output.answer(principal, () => [describe(principal)]);
    return 0;
  },
};

function describe(principal: Principal): string {
  const held = principal.capabilities.length === 0 ? 'no capability' : principal.capabilities.join(' ');
  return `principal ${principal.id} of tenant ${principal.tenant} holds ${held}`;
}
