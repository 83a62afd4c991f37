import type { ConnectionSummary, CredentialOwner, SubjectTokenSummary } from '@hcp/host';
import { HcpError } from '@hcp/pipeline';
import { UsageError } from '../usage-error.js';
import { listConnections } from './connect-list.js';
import type { CommandDefinition, CommandInput } from './define-command.js';
import { operand, textOption } from './operand.js';
import { readSecret } from './read-secret.js';

/** `hcp connect` (profile P7): stores what packs are let in with. A secret is never an argument and never shown. */
export const connect: CommandDefinition = {
  usage: 'connect [pack_id]',
  summary: 'store the credential of a pack, or list and remove what is stored',
  flags: [
    { usage: '--file <path>', description: 'read the secret from a file instead of standard input' },
    { usage: '--list', description: 'list what is connected to which packs, without a secret' },
    { usage: '--remove', description: 'take the pack off its credential, which goes with its last pack' },
    { usage: '--subject-token', description: 'store (or with --remove forget) the token the mothership exchanges' },
    { usage: '--tenant <id>', description: 'with --principal: whose keyring entry or subject token it is' },
    { usage: '--principal <id>', description: 'with --tenant: the principal, in place of the configured one' },
  ],
  examples: [
    'hcp connect ledger',
    'hcp connect --file ./credential.json ledger',
    'vault read … | hcp connect ledger      # {"env": {"LEDGER_TOKEN": "…"}}',
    'hcp connect --list',
    'hcp connect --remove ledger',
    'idp login --print-token | hcp connect --subject-token',
  ],
  work: async (input) => {
    const chosen = choose(input);
    await chosen(input);
    return 0;
  },
};

type Work = (input: CommandInput) => Promise<void>;

/** The one thing that the flags and words ask for; what does not go together is a mistake and does nothing. */
function choose({ operands, options }: CommandInput): Work {
  const given = (name: string): boolean => options[name] !== undefined;
  const [list, remove, token] = [given('list'), given('remove'), given('subjectToken')];
  const owner = given('tenant') || given('principal');
  if (list && (remove || token || owner || given('file') || operands.length > 0)) {
    throw new UsageError('--list stands alone', 'write hcp connect --list');
  }
  if (remove && given('file')) throw new UsageError('--remove reads no file', 'leave --file out');
  if (list) return listConnections;
  if (token && operands.length > 0) {
    throw new UsageError('--subject-token is a principal’s and takes no pack', 'leave the pack out');
  }
  if (token) return remove ? removeSubjectToken : storeSubjectToken;
  if (operands.length === 0)
    throw new UsageError('the pack is missing', 'name one, or write --list or --subject-token');
  if (remove && owner) throw new UsageError('--remove takes a pack off for every principal', 'leave the principal out');
  return remove ? removePack : connectPack;
}

async function connectPack({ host, output, operands, options, asking }: CommandInput): Promise<void> {
  const packId = operand(operands, 0);
  const file = textOption(options, 'file');
  const owner = ownerOf(options);
  // Nobody is asked for a secret that no pack could take.
  const hub = await host.credentials.hubOf(packId);
  if (owner !== undefined && hub !== 'keyring') {
    throw new UsageError(`the credential of ${packId} is no principal’s own`, 'leave --tenant and --principal out');
  }
  if (hub === 'mothership' && file !== undefined) {
    throw new UsageError(`${packId} takes its credential from the mothership`, 'leave --file out; see --subject-token');
  }
  const text =
    hub === 'mothership'
      ? undefined
      : await readSecret({
          ...{ what: 'credential', file, asking },
          advice: 'pass {"env": {…}} on standard input or with --file',
          question: `Credential of ${packId} as JSON on one line, hidden`,
        });
  const stored = await host.credentials.connect(packId, text, owner).catch(withoutQuoting);
  output.answer(stored, () => describe(stored));
}

function describe({ hub, family, packs, variables, headers, expires_at: end }: ConnectionSummary): readonly string[] {
  const place = { 'local-credential': '', keyring: ' in the keyring', mothership: ' at the mothership' }[hub];
  return [
    `${family ?? 'no family'} is connected to ${packs.join(' ')}${place}`,
    ...variables.map((name) => `variable ${name}`),
    ...headers.map((name) => `header ${name}`),
    ...(end === null ? [] : [`expires ${end}`]),
  ];
}

async function removePack({ host, output, operands }: CommandInput): Promise<void> {
  const packId = operand(operands, 0);
  const removed = await host.credentials.remove(packId);
  output.answer({ removed }, () =>
    removed.map(({ hub, family }) => `${packId} is no longer connected to ${family ?? 'no family'} (${hub})`),
  );
}

async function storeSubjectToken({ host, output, options, asking }: CommandInput): Promise<void> {
  const owner = ownerOf(options);
  const text = await readSecret({
    ...{ what: 'subject token', file: textOption(options, 'file'), asking },
    advice: 'pass it on standard input or with --file',
    question: 'Token of the principal, hidden',
  });
  const stored: SubjectTokenSummary = await host.credentials.storeSubjectToken(text, owner).catch(withoutQuoting);
  output.answer(stored, () => [
    `a subject token of ${stored.principal_id} in tenant ${stored.tenant} is stored`,
    ...(stored.expires_at === null ? [] : [`expires ${stored.expires_at}`]),
  ]);
}

async function removeSubjectToken({ host, output, options }: CommandInput): Promise<void> {
  const removed = await host.credentials.removeSubjectToken(ownerOf(options));
  output.answer({ removed }, () => [removed ? 'the subject token is removed' : 'there was no subject token']);
}

function ownerOf(options: CommandInput['options']): CredentialOwner | undefined {
  const tenant = textOption(options, 'tenant');
  const principalId = textOption(options, 'principal');
  if (tenant === undefined && principalId === undefined) return undefined;
  if (tenant !== undefined && principalId !== undefined && tenant !== '' && principalId !== '') {
    return { tenant, principalId };
  }
  throw new UsageError('--tenant and --principal go together', 'name both, or neither for the configured principal');
}

/** A fault nobody foresaw may quote the text it choked on, so nothing of it but its name goes on. */
function withoutQuoting(error: unknown): never {
  if (error instanceof HcpError) throw error;
  const name = error instanceof Error ? error.name : typeof error;
  throw new HcpError('connect_failed', `the credential is not stored: unexpected ${name}`);
}
