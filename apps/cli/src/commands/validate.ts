import type { CommandDefinition } from './define-command.js';
import { folder } from './operand.js';

/** `hcp validate <dir>`: exit status 1 when the pack does not validate (§3.7, profile P4). */
export const validate: CommandDefinition = {
  usage: 'validate <dir>',
  summary: 'check the manifest and policy of a pack',
  examples: ['hcp validate ./packs/ledger', 'hcp validate --json ./packs/ledger'],
  work: async ({ host, output, operands }) => {
    const dir = folder(operands, 0);
    const { valid, issues } = await host.packs.validate(dir);
    output.answer({ valid, issues }, () => [
      ...issues.map((issue) => `${issue.severity}: ${issue.code}: ${issue.message}`),
      valid ? `${dir} is valid` : `${dir} is not valid`,
    ]);
    return valid ? 0 : 1;
  },
};
