import type { CommandDefinition } from './define-command.js';
import { operand } from './operand.js';

/** `hcp skill <pack_id>`: the pinned Skill text; `--text` prints it as text wherever it goes (profile P4). */
export const skill: CommandDefinition = {
  usage: 'skill <pack_id>',
  summary: "print a pack's Skill, which teaches its commands",
  flags: [{ usage: '--text', description: 'print the text itself, also when standard output is no terminal' }],
  examples: ['hcp skill ledger', 'hcp skill --text ledger > LEDGER.md'],
  work: async ({ host, output, operands, options }) => {
    const id = operand(operands, 0);
    const text = await host.packs.skill(id);
    if (options['text'] === true) output.text(text);
    else output.answer({ id, skill: text }, () => text.split('\n'));
    return 0;
  },
};
