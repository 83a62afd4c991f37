import type { PendingApproval } from '@hcp/host';
import { HcpError } from '@hcp/pipeline';
import { isTerminal } from '../is-terminal.js';
import { table } from '../output/table.js';
import { UsageError } from '../usage-error.js';
import type { CommandDefinition, CommandInput } from './define-command.js';

/** `hcp approve`: what waits for the operator, and the operator's answer (profile P5, P11). */
export const approve: CommandDefinition = {
  usage: 'approve [id]',
  summary: 'list the calls that wait for an approval, or approve or deny one',
  flags: [
    { usage: '--yes', description: 'approve without being asked on a terminal' },
    { usage: '--deny', description: 'drop the request instead' },
  ],
  examples: ['hcp approve', 'hcp approve 8f2c41d09b6e7a35', 'hcp approve --deny 8f2c41d09b6e7a35'],
  work: async (input) => {
    const [id] = input.operands;
    const { deny, yes } = input.options;
    if (deny === true && yes === true) throw new UsageError('--yes and --deny contradict each other', 'give one');
    if (id !== undefined) return deny === true ? denyOne(input, id) : approveOne(input, id, yes === true);
    if (deny === true || yes === true) throw new UsageError('the id of a request is missing', 'hcp approve lists them');
    return list(input);
  },
};

async function list({ host, output }: CommandInput): Promise<number> {
  const pending = await host.approvals.pending();
  output.answer({ pending }, () =>
    pending.length === 0
      ? ['nothing waits for an approval']
      : table([
          ['ID', 'ASKED', 'PRINCIPAL', 'TENANT', 'CALL'],
          ...pending.map((one) => [
            one.id,
            one.requested_at,
            one.principal_id,
            one.tenant,
            `${one.pack_id} ${one.verb_key} ${JSON.stringify(one.args)}`,
          ]),
        ]),
  );
  return 0;
}

async function denyOne({ host, output }: CommandInput, id: string): Promise<number> {
  const denied = await host.approvals.deny(id);
  output.answer(denied, () => [...describe(denied), 'denied']);
  return 0;
}

async function approveOne({ host, output, asking }: CommandInput, id: string, yes: boolean): Promise<number> {
  if (!yes && !(isTerminal(0) && isTerminal(2))) {
    throw new UsageError('an approval is confirmed on a terminal', 'read the call with hcp approve, then give --yes');
  }
  if (!yes) {
    asking();
    const { confirmOnTerminal } = await import('./confirm-on-terminal.js');
    const request = await find(host, id);
    if (!(await confirmOnTerminal(describe(request), 'Approve this call, once, within 10 minutes?'))) {
      throw new HcpError('cancelled', `request ${id} is not approved; it goes on waiting`);
    }
  }
  const approved = await host.approvals.approve(id);
  output.answer(approved, () => [...describe(approved), `approved for one use until ${approved.expires_at}`]);
  return 0;
}

async function find(host: CommandInput['host'], id: string): Promise<PendingApproval> {
  const found = (await host.approvals.pending()).find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new HcpError(
    'unknown_approval',
    `no request ${JSON.stringify(id)} is waiting; hcp approve lists those that are`,
  );
}

/** Everything the approval is bound to. What callers chose is quoted, so that no name reads like a line of ours. */
function describe(request: PendingApproval): readonly string[] {
  const quoted = JSON.stringify;
  return [
    `request ${request.id}, asked ${request.requested_at}`,
    `  call       ${quoted(request.pack_id)} ${quoted(request.verb_key)}`,
    `  principal  ${quoted(request.principal_id)} of tenant ${quoted(request.tenant)}`,
    `  session    ${quoted(request.session_id)}`,
    `  binding    ${request.binding_mode}`,
    ...Object.entries(request.args).map(([name, value]) => `  argument   ${quoted(name)}: ${quoted(value)}`),
  ];
}
