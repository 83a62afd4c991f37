import type { CommandDefinition } from './define-command.js';
import { operand } from './operand.js';

/** `hcp uninstall <pack_id>`: deactivated everywhere; audit and credentials stay (profile P10). */
export const uninstall: CommandDefinition = {
  usage: 'uninstall <pack_id>',
  summary: 'remove a pack from every session; its audit and credentials stay',
  examples: ['hcp uninstall ledger'],
  work: async ({ host, output, operands }) => {
    const id = operand(operands, 0);
    await host.packs.uninstall(id);
    output.answer({ id, result: 'uninstalled' }, () => [`${id} is uninstalled`]);
    return 0;
  },
};
