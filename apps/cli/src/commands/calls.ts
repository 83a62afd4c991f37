import type { Command } from 'commander';
import { execFlags, runFlags, type FlagDefinition } from '../exec/call-flags.js';
import { callOptions, execRequest } from '../exec/exec-request.js';
import { executeRequest } from '../exec/execute-request.js';
import { executeRun } from '../run/execute-run.js';
import { runRequest } from '../run/run-request.js';
import { addExamples, type EndWith } from './define-command.js';

/**
 * `exec` and `run`, whose plain spellings never come here: this is their help, what says which flag is unknown, and
 * the rarer spellings, such as a value that starts with a dash.
 */
export function addCallCommands(program: Command, argv: readonly string[], endWith: EndWith): void {
  addExec(program, argv, endWith);
  addRun(program, endWith);
}

function addExec(program: Command, argv: readonly string[], endWith: EndWith): void {
  const command = program
    .command('exec [pack_id] [verb_key]')
    .usage(
      '[flags] <pack_id> <verb_key> [-- k=v …]\n       hcp exec [flags] --envelope <file|->\n       hcp exec [flags] --jsonl',
    )
    .summary('execute a command and print its result envelope')
    .description(
      'Execute a command and print its result envelope on one line.\n\n' +
        'Behind --, k=v is a string, unless the command declares a number, an integer or a boolean and v is one;\n' +
        'k:=json is JSON as written. confirm=true confirms a gated command.\n\n' +
        'Exit status: 0 done, 1 the command ran and failed, 2 usage or no envelope, 3 refused before it ran.',
    )
    .allowExcessArguments();
  addFlags(command, execFlags);
  addExamples(command, [
    'hcp exec ledger list',
    'hcp exec ledger transfer -- amount=10 payee=bob confirm=true',
    'hcp exec ledger import -- \'rows:=[{"id":1}]\'',
    'hcp exec --dry-run ledger transfer -- amount=10 payee=bob confirm=true',
    'echo \'{"pack_id":"ledger","verb_key":"list"}\' | hcp exec --envelope -',
    'hcp exec --daemon http://127.0.0.1:7411 --token-file ~/.hcp-token ledger list',
  ]);
  command.action(async () => {
    const end = argv.indexOf('--');
    const behind = end === -1 ? undefined : argv.slice(end + 1);
    const operands = command.args.slice(0, command.args.length - (behind?.length ?? 0));
    endWith(await executeRequest(execRequest({ flags: flagsOf(command, execFlags), operands, behind })));
  });
}

function addRun(program: Command, endWith: EndWith): void {
  const command = program
    .command('run [pack_id] [words...]')
    .usage('[flags] <pack_id> <words…> [--name value | --name=value | --name | --no-name] …')
    .summary('execute a command written as words and flags')
    .description(
      'Execute the command whose key, divided at dots and spaces, equals the words; print its result envelope.\n\n' +
        'Behind the pack id every flag is an argument: a bare one is true, --no-name is false, -- ends them.\n' +
        'The flags below stand before the pack id.',
    )
    .passThroughOptions()
    .allowUnknownOption(false);
  addFlags(command, runFlags);
  addExamples(command, [
    'hcp run ledger list',
    'hcp run ledger transfer --amount 10 --payee bob --confirm',
    'hcp run --session ci ledger setup status',
  ]);
  command.action(async () => {
    endWith(await executeRun(runRequest(command.args, callOptions(flagsOf(command, runFlags)))));
  });
}

function addFlags(command: Command, definitions: readonly FlagDefinition[]): void {
  for (const { name, value, description } of definitions) {
    command.option(`--${name}${value === null ? '' : ` ${value}`}`, description);
  }
}

function flagsOf(command: Command, definitions: readonly FlagDefinition[]): ReadonlyMap<string, string> {
  const flags = new Map<string, string>();
  for (const { name } of definitions) {
    const value: unknown = command.getOptionValue(name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()));
    if (value !== undefined) flags.set(name, typeof value === 'string' ? value : '');
  }
  return flags;
}
