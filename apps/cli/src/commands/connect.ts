import { HcpError } from '@hcp/pipeline';
import { isTerminal } from '../is-terminal.js';
import { readSource } from '../read-source.js';
import { UsageError } from '../usage-error.js';
import type { CommandDefinition } from './define-command.js';
import { operand, textOption } from './operand.js';

/** `hcp connect <pack_id>`: stores a credential, which is never an argument and never shown (profile P7). */
export const connect: CommandDefinition = {
  usage: 'connect <pack_id>',
  summary: 'store the credential of a pack',
  flags: [{ usage: '--file <path>', description: 'read the credential from a file instead of standard input' }],
  examples: [
    'hcp connect ledger',
    'hcp connect --file ./credential.json ledger',
    'vault read … | hcp connect ledger      # {"env": {"LEDGER_TOKEN": "…"}}',
  ],
  work: async ({ host, output, operands, options, asking }) => {
    const packId = operand(operands, 0);
    const file = textOption(options, 'file');
    // Nobody is asked for a secret that no pack could take.
    await host.packs.show(packId);
    if (file === undefined && isTerminal(0)) asking();
    const text = await readCredential(packId, file);
    const stored = await host.credentials.connect(packId, text).catch(withoutQuoting);
    output.answer(stored, () => [
      `${stored.family} is connected to ${stored.packs.join(' ')}`,
      ...stored.variables.map((name) => `variable ${name}`),
      ...stored.headers.map((name) => `header ${name}`),
      ...(stored.expires_at === null ? [] : [`expires ${stored.expires_at}`]),
    ]);
    return 0;
  },
};

async function readCredential(packId: string, file: string | undefined): Promise<string> {
  if (file === undefined && isTerminal(0)) {
    const { promptHidden } = await import('./prompt-hidden.js');
    return promptHidden(`Credential of ${packId} as JSON on one line, hidden`);
  }
  const text = decoded(readSource(file ?? '-'));
  if (text.trim() !== '') return text;
  throw new UsageError('the credential is empty', 'pass {"env": {…}} on standard input or with --file');
}

/** A byte replaced on the way would store another secret than the one meant. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError('the credential is not valid UTF-8', 'pass JSON in UTF-8');
  }
}

/** A fault nobody foresaw may quote the text it choked on, so nothing of it but its name goes on. */
function withoutQuoting(error: unknown): never {
  if (error instanceof HcpError) throw error;
  const name = error instanceof Error ? error.name : typeof error;
  throw new HcpError('connect_failed', `the credential is not stored: unexpected ${name}`);
}
