import type { Session } from '@hcp/pipeline';
import { table } from '../output/table.js';
import type { CommandDefinition, CommandFlag } from './define-command.js';
import { operand, textOption } from './operand.js';

const sessionFlag: CommandFlag = { usage: '--session <name>', description: 'the session (default: "default")' };

/** `hcp activate <pack_id>`: lets a session's calls resolve a pack; makes the session when it is new (profile P6). */
export const activate: CommandDefinition = {
  usage: 'activate <pack_id>',
  summary: 'let a session use a pack',
  flags: [sessionFlag, { usage: '--project <id>', description: 'the project of a session that is new' }],
  examples: ['hcp activate ledger', 'hcp activate --session ci --project billing ledger'],
  work: async ({ host, output, operands, options }) => {
    const name = textOption(options, 'session') ?? 'default';
    const project = textOption(options, 'project') ?? null;
    const session = await host.sessions.activate(name, operand(operands, 0), project);
    output.answer(session, () => [describe(session)]);
    return 0;
  },
};

/** `hcp deactivate <pack_id>`. */
export const deactivate: CommandDefinition = {
  usage: 'deactivate <pack_id>',
  summary: 'stop a session from using a pack',
  flags: [sessionFlag],
  examples: ['hcp deactivate ledger', 'hcp deactivate --session ci ledger'],
  work: async ({ host, output, operands, options }) => {
    const name = textOption(options, 'session') ?? 'default';
    const session = await host.sessions.deactivate(name, operand(operands, 0));
    output.answer(session, () => [describe(session)]);
    return 0;
  },
};

/** `hcp sessions`. */
export const sessions: CommandDefinition = {
  usage: 'sessions',
  summary: 'list the sessions and the packs they may use',
  examples: ['hcp sessions'],
  work: async ({ host, output }) => {
    const all = await host.sessions.list();
    output.answer({ sessions: all }, () => {
      if (all.length === 0) return ['there is no session; hcp activate <pack_id> makes one'];
      const rows = all.map((one) => [one.id, one.principal_id, one.project_id ?? '', one.activated.join(' ')]);
      return table([['SESSION', 'PRINCIPAL', 'PROJECT', 'ACTIVATED'], ...rows]);
    });
    return 0;
  },
};

function describe(session: Session): string {
  const packs = session.activated.length === 0 ? 'no pack' : session.activated.join(' ');
  return `session ${session.id} may use ${packs}`;
}
