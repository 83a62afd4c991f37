import { table } from '../output/table.js';
import type { CommandDefinition } from './define-command.js';

/** `hcp list`: every installed pack, and whether a call could resolve it. */
export const list: CommandDefinition = {
  usage: 'list',
  summary: 'list the installed packs',
  examples: ['hcp list', 'hcp list --json'],
  work: async ({ host, output }) => {
    const packs = await host.packs.list();
    output.answer({ packs }, () => {
      if (packs.length === 0) return ['no pack is installed; install one with hcp install <dir>'];
      const rows = packs.map((pack) => [
        pack.id,
        pack.bootstrap ? `${pack.kind} (bootstrap)` : pack.kind,
        pack.allowed ? 'allowed' : 'not allowed',
        `${pack.verbs.length} ${pack.verbs.length === 1 ? 'command' : 'commands'}`,
        pack.state,
      ]);
      return table([['PACK', 'KIND', 'PROGRAM', 'COMMANDS', 'STATE'], ...rows]);
    });
    return 0;
  },
};
