import { Command } from 'commander';
import { writeAll } from '../output/write-all.js';
import { version } from '../version.js';
import { approve } from './approve.js';
import { addAuditCommands } from './audit.js';
import { addCallCommands } from './calls.js';
import { addConfigCommands } from './config.js';
import { connect } from './connect.js';
import { addExamples, defineCommand, type CommandDefinition, type EndWith } from './define-command.js';
import { activate, deactivate, sessions } from './sessions.js';
import { doctor } from './doctor.js';
import { grant, revoke } from './capabilities.js';
import { addImportCommands } from './import.js';
import { install } from './install.js';
import { list } from './list.js';
import { show } from './show.js';
import { skill } from './skill.js';
import { addTokenCommands } from './token.js';
import { uninstall } from './uninstall.js';
import { validate } from './validate.js';

const packCommands: readonly CommandDefinition[] = [validate, install, uninstall, list, show, skill];
const rightsCommands: readonly CommandDefinition[] = [activate, deactivate, sessions, grant, revoke, connect, approve];

/** The whole command line, in the order help lists it. */
export function createProgram(argv: readonly string[], endWith: EndWith): Command {
  const program = new Command('hcp')
    .description(
      'Install packs of commands, allow them to a session, execute them under policy, and audit what ran.\n\n' +
        'State lives in the folder HCP_HOME names, else in ~/.hcp, where ~ is HOME or, without it, your home folder.',
    )
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'show help')
    .showSuggestionAfterError(true)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void writeAll(1, text),
      writeErr: (text) => void writeAll(2, text),
      // What is wrong is said once, by whoever catches it.
      outputError: () => undefined,
    });
  addExamples(program, [
    'hcp install ./packs/ledger',
    'hcp activate ledger',
    'hcp exec ledger transfer -- amount=10 payee=bob confirm=true',
    'hcp help exec',
  ]);
  for (const definition of packCommands) defineCommand(program, definition, endWith);
  addImportCommands(program, endWith);
  for (const definition of rightsCommands) defineCommand(program, definition, endWith);
  addCallCommands(program, argv, endWith);
  addAuditCommands(program, endWith);
  addConfigCommands(program, endWith);
  addTokenCommands(program, endWith);
  defineCommand(program, doctor, endWith);
  return program;
}
