import type { Command } from 'commander';
import { table } from '../output/table.js';
import { UsageError } from '../usage-error.js';
import { addExamples, defineCommand, type CommandDefinition, type EndWith } from './define-command.js';
import { textOption } from './operand.js';

const batchLength = 256;

/** `hcp audit tail|verify|export` (profile P8). */
export function addAuditCommands(program: Command, endWith: EndWith): void {
  const audit = program
    .command('audit')
    .summary('read and check the audit log')
    .description('Read and check the audit log.');
  addExamples(audit, ['hcp audit tail', 'hcp audit verify', 'hcp audit export > audit.jsonl']);
  for (const definition of [tail, verify, exportLines]) defineCommand(audit, definition, endWith);
}

const tail: CommandDefinition = {
  usage: 'tail',
  summary: 'show the newest records, oldest first',
  flags: [{ usage: '--count <n>', description: 'how many (default: 20)' }],
  examples: ['hcp audit tail', 'hcp audit tail --count 100 --json'],
  work: async ({ host, output, options }) => {
    const records = await host.audit.tail(countOf(textOption(options, 'count') ?? '20'));
    output.answer({ records }, () =>
      records.length === 0 ? ['the audit log is empty'] : table(records.map(describe)),
    );
    return 0;
  },
};

const verify: CommandDefinition = {
  usage: 'verify',
  summary: 'check that no record was changed, removed or reordered',
  flags: [{ usage: '--head <hash>', description: 'a head kept elsewhere, which the log must still hold' }],
  examples: ['hcp audit verify', 'hcp audit verify --head 3f1c…'],
  work: async ({ host, output, options }) => {
    const found = await host.audit.verify(textOption(options, 'head'));
    output.answer(found, () => [
      found.ok
        ? `the audit log is whole: ${found.records} records`
        : `the audit log is damaged: ${found.problem ?? ''}`,
      ...(found.head === null ? [] : [`head ${found.head}`]),
      ...found.open_calls.map((id) => `call ${id} has no outcome yet`),
    ]);
    return found.ok ? 0 : 1;
  },
};

const exportLines: CommandDefinition = {
  usage: 'export',
  summary: 'print every record as stored, a line of JSON each',
  examples: ['hcp audit export > audit.jsonl'],
  work: async ({ host, output }) => {
    let lines: string[] = [];
    for await (const line of host.audit.export()) {
      lines.push(line);
      if (lines.length < batchLength) continue;
      if (!output.jsonLines(lines)) return 0;
      lines = [];
    }
    output.jsonLines(lines);
    return 0;
  },
};

function countOf(text: string): number {
  const count = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(count)) return count;
  throw new UsageError(`--count must be a whole number from 1, not ${JSON.stringify(text)}`);
}

function describe(record: Readonly<Record<string, unknown>>): readonly string[] {
  const subject = [field(record, 'pack_id'), field(record, 'verb_key')].filter((text) => text !== '').join(' ');
  const how = record['ok'] === true ? 'ok' : field(record, 'error');
  return [field(record, 'ts'), field(record, 'event'), field(record, 'principal'), subject, how];
}

function field(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  return value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}
