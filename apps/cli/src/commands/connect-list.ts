import type { Connection, SubjectTokenSummary } from '@hcp/host';
import { table } from '../output/table.js';
import type { CommandInput } from './define-command.js';

/** `hcp connect --list`: what is stored for which packs, and never what is in it. */
export async function listConnections({ host, output }: CommandInput): Promise<void> {
  const listed = await host.credentials.list();
  const { connections, subject_tokens: tokens } = listed;
  output.answer(listed, () => {
    if (connections.length + tokens.length === 0) return ['nothing is connected; hcp connect <pack_id> does'];
    return [...linesOf(connections), ...tokens.map(describeToken)];
  });
}

function linesOf(connections: readonly Connection[]): readonly string[] {
  if (connections.length === 0) return [];
  const rows = connections.map((one) => [
    ...[one.family ?? '-', one.hub, one.packs.join(',') || '-', [...one.variables, ...one.headers].join(',') || '-'],
    one.principal_id === null ? '-' : `${one.tenant ?? ''}/${one.principal_id}`,
    one.problem ?? (one.expires_at === null ? 'ok' : `expires ${one.expires_at}`),
  ]);
  return table([['FAMILY', 'HUB', 'PACKS', 'SETS', 'OF', 'STATE'], ...rows]);
}

function describeToken({ tenant, principal_id: id, expires_at: end }: SubjectTokenSummary): string {
  return `subject token of ${tenant}/${id}${end === null ? '' : `, expires ${end}`}`;
}
