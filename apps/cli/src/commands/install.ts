import type { InstallReport } from '@hcp/host';
import type { CommandDefinition } from './define-command.js';
import { absolute, folder } from './operand.js';

/** `hcp install <dir>`: pins a pack and, unless told otherwise, allows its bin (profile P9, P10). */
export const install: CommandDefinition = {
  usage: 'install <dir>',
  summary: 'install a pack and allow its program to run',
  flags: [
    { usage: '--update', description: 'replace the installed pack by a changed one, showing what changed' },
    { usage: '--no-allow', description: 'pin everything, but do not allow the program to run' },
    {
      usage: '--accept-path <folder>',
      description: "accept a folder's owner and mode as they are (may be repeated)",
      repeatable: true,
    },
    {
      usage: '--trust-code',
      description: "let a composite pack's composite.js run in this process, as the pack's files are now",
    },
    { usage: '--allow-url', description: "fetch an openapi pack's document from its url, once; it is pinned" },
    {
      usage: '--allow-private',
      description: "let an openapi pack reach private addresses, where its document's server has one",
    },
  ],
  examples: ['hcp install ./packs/ledger', 'hcp install --update ./packs/ledger'],
  work: async ({ host, output, operands, options }) => {
    const accepted = options['acceptPath'] as readonly string[];
    const report = await host.packs.install(folder(operands, 0), {
      allow: options['allow'] !== false,
      update: options['update'] === true,
      acceptPaths: accepted.map(absolute),
      trustCode: options['trustCode'] === true,
      allowUrl: options['allowUrl'] === true,
      allowPrivate: options['allowPrivate'] === true,
    });
    output.answer(report, () => describe(report));
    return 0;
  },
};

function describe(report: InstallReport): readonly string[] {
  return [
    ...report.warnings.map((issue) => `warning: ${issue.code}: ${issue.message}`),
    ...report.path_warnings.map((warning) => `warning: ${warning}`),
    ...report.changes.map((change) => `changed: ${change}`),
    `${report.id} is ${report.result}`,
  ];
}
