import type { ImportReport } from '@hcp/host';
import type { Command } from 'commander';
import { addExamples, defineCommand, type CommandDefinition, type EndWith } from './define-command.js';
import { absolute, operand, textOption, textsOption } from './operand.js';

/** `hcp import openapi`. */
export function addImportCommands(program: Command, endWith: EndWith): void {
  const group = program
    .command('import')
    .summary('draft a pack of a description that exists')
    .description('Draft a pack of a description that exists. Nothing is installed or granted.');
  addExamples(group, ['hcp import openapi ./petstore.yaml']);
  defineCommand(group, openapi, endWith);
}

const openapi: CommandDefinition = {
  usage: 'openapi <file|url>',
  summary: 'draft a pack of an OpenAPI 3.0, 3.1 or Swagger 2.0 document, or show how one differs',
  flags: [
    { usage: '--to <folder>', description: "the pack's folder (default: its id, in the current folder)" },
    { usage: '--id <id>', description: "the pack's id (default: made of the document's title)" },
    {
      usage: '--tag <tag>',
      description: 'take the operations with this tag (may be repeated)',
      repeatable: true,
    },
    {
      usage: '--operation <operation>',
      description: 'take this operation, by operationId or as "GET /path" (may be repeated)',
      repeatable: true,
    },
    { usage: '--allow-private', description: 'fetch the document from an address that is not public' },
    { usage: '--overwrite', description: 'replace a pack that differs, instead of showing how' },
  ],
  examples: [
    'hcp import openapi ./petstore.yaml',
    'hcp import openapi --tag pets --operation "GET /health" --to ./packs/pets ./petstore.yaml',
    'hcp import openapi https://api.example/openapi.json',
  ],
  work: async ({ host, output, operands, options }) => {
    const source = operand(operands, 0);
    const folder = textOption(options, 'to');
    const id = textOption(options, 'id');
    const report = await host.packs.importOpenApi(/^https?:\/\//i.test(source) ? source : absolute(source), {
      workingFolder: absolute('.'),
      tags: textsOption(options, 'tag'),
      operations: textsOption(options, 'operation'),
      allowPrivate: options['allowPrivate'] === true,
      overwrite: options['overwrite'] === true,
      ...(folder === undefined ? {} : { folder: absolute(folder) }),
      ...(id === undefined ? {} : { id }),
    });
    output.answer(report, () => describe(report));
    return report.result === 'differs' ? 1 : 0;
  },
};

function describe({ id, folder, result, verbs, skipped, diff }: ImportReport): readonly string[] {
  const next = {
    written: `${id} is drafted in ${folder} with ${verbs.length} verbs; read it, then hcp install ${folder}`,
    overwritten: `${id} in ${folder} is replaced; read it, then hcp install --update ${folder}`,
    unchanged: `${id} in ${folder} is what would be written`,
    differs: `${id} in ${folder} is left as it is; to replace it: --overwrite`,
  };
  return [
    ...skipped.map(({ operation, reason }) => `skipped: ${operation}: ${reason}`),
    ...(result === 'overwritten' ? [] : diff),
    next[result],
  ];
}
