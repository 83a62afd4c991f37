import type { Host } from '@hcp/host';
import type { Command } from 'commander';
import { closeHost, openHost } from '../open-host.js';
import { isTerminal } from '../is-terminal.js';
import { createOutput, type CommandOutput } from '../output/command-output.js';
import { watchProgress } from '../output/progress.js';
import { reportFailure } from '../output/report-failure.js';

/** What a command works with. */
export interface CommandInput {
  readonly host: Host;
  readonly output: CommandOutput;
  /** The words behind the command, as many as its arguments ask for. */
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Called before a question: from there on the wait is a person's and nothing says that it goes on. */
  readonly asking: () => void;
}

/** One management command, as help shows it and as it runs. */
export interface CommandDefinition {
  /** Its name and arguments, such as `install <dir>`. */
  readonly usage: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly flags?: readonly CommandFlag[];
  /** Answers the exit status. */
  readonly work: (input: CommandInput) => Promise<number>;
}

export interface CommandFlag {
  readonly usage: string;
  readonly description: string;
  /** May be given several times; the values come as an array. */
  readonly repeatable?: true;
}

/** Hands the exit status of the command that ran to whoever started the program. */
export type EndWith = (status: number) => void;

/** Adds one command to the program: its flags, its help with examples, and how it opens and closes the host. */
export function defineCommand(parent: Command, definition: CommandDefinition, endWith: EndWith): void {
  const command = parent.command(definition.usage).summary(definition.summary).description(`${definition.summary}.`);
  for (const flag of definition.flags ?? []) {
    if (flag.repeatable === true) command.option(flag.usage, flag.description, collect, []);
    else command.option(flag.usage, flag.description);
  }
  addCommonFlags(command);
  addExamples(command, definition.examples);
  command.action(async () => {
    endWith(await perform(command, definition));
  });
}

/** `--json` and `--verbose`, which every management command takes. */
export function addCommonFlags(command: Command): void {
  command.option('--json', 'print JSON, as also when standard output is no terminal');
  command.option('--verbose', 'say more on standard error, such as where an unexpected fault arose');
}

export function addExamples(command: Command, examples: readonly string[]): void {
  command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`);
}

function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

async function perform(command: Command, definition: CommandDefinition): Promise<number> {
  const options: Readonly<Record<string, unknown>> = command.opts();
  const output = createOutput(options['json'] === true || !isTerminal(1));
  const verbose = options['verbose'] === true;
  const ended = watchProgress(`hcp ${command.name()}`);
  let host: Host | undefined;
  let status: number;
  try {
    host = openHost();
    status = await definition.work({ host, output, operands: command.args, options, asking: ended });
  } catch (error) {
    status = reportFailure(error, { json: output.json, verbose });
  }
  const closed = host === undefined || (await closeHost(host));
  ended();
  return status === 0 && !closed ? 1 : status;
}
