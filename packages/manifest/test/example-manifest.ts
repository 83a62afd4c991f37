/** The example of §3.8, as printed. */
export const exampleManifest = {
  id: 'ledger',
  name: 'Ledger',
  kind: 'wrap',
  cliBin: 'ledger',
  plane: 'runtime',
  transports: ['cli', 'json_exec'],
  binding: { mode: 'local', hub: 'local-credential', family: 'ledger' },
  wrap: { bin: '../../bins/ledger.mjs', argv_template: ['{{verb}}'] },
  verbs: {
    'setup.status': { description: 'Idempotent installer status.', cli: ['ledger', 'setup', 'status'] },
    'setup.apply': { description: 'Apply installer.', cli: ['ledger', 'setup', 'all', '-y'], policy: 'write' },
    connect: { description: 'Connect Binding.', cli: ['ledger', 'connect', '{{provider}}'], policy: 'write' },
    status: { description: 'Connect health.', cli: ['ledger', 'status'] },
    list: { description: 'Domain read.', cli: ['ledger', 'list'] },
    transfer: {
      description: 'Gated write.',
      cli: ['ledger', 'transfer', '{{amount}}', '--to', '{{payee}}', '--confirm'],
      policy: 'write',
    },
  },
};

/** The smallest valid wrap pack, with members replaced; `undefined` takes one out. */
export function wrapPack(members: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { id: 'tool', kind: 'wrap', wrap: { bin: 'tool' }, verbs: { list: {} }, ...members };
}
