import { configKeys } from '@hcp/host';
import { fileJson, parseJson } from '@hcp/manifest';
import type { Command } from 'commander';
import { UsageError } from '../usage-error.js';
import { addExamples, defineCommand, type CommandDefinition, type EndWith } from './define-command.js';
import { operand } from './operand.js';

/** `hcp config get|set` (profile P11). */
export function addConfigCommands(program: Command, endWith: EndWith): void {
  const config = program
    .command('config')
    .summary('read and change the configuration')
    .description(`Read and change the configuration. Its keys: ${configKeys.join(', ')}.`);
  addExamples(config, ['hcp config get', 'hcp config set sandbox.mode \'"sandbox"\'']);
  for (const definition of [get, set]) defineCommand(config, definition, endWith);
}

const get: CommandDefinition = {
  usage: 'get [key]',
  summary: 'print a setting as JSON (null when it is not set), or the whole configuration',
  examples: ['hcp config get', 'hcp config get sandbox.mode'],
  work: async ({ host, output, operands }) => {
    const value = (await host.configuration.get(operands[0])) ?? null;
    output.answer(value, () => JSON.stringify(value, null, 2).split('\n'));
    return 0;
  },
};

const set: CommandDefinition = {
  usage: 'set <key> <json>',
  summary: 'change a setting',
  examples: [
    'hcp config set sandbox.mode \'"sandbox"\'',
    'hcp config set principal \'{"id":"ada","tenant":"acme","projects":[],"capabilities":["*.read"]}\'',
  ],
  work: async ({ host, output, operands }) => {
    const key = operand(operands, 0);
    // Refuses a key there is none of, whatever its value.
    await host.configuration.get(key);
    const parsed = parseJson(operand(operands, 1), { ...fileJson, bom: 'refuse' });
    if (!parsed.ok)
      throw new UsageError(`the value of ${key} is refused: ${parsed.reason}`, 'write JSON, such as \'"text"\'');
    await host.configuration.set(key, parsed.value);
    output.answer({ key, value: parsed.value }, () => [`${key} is ${JSON.stringify(parsed.value)}`]);
    return 0;
  },
};
