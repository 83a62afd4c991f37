import { readEnvironment } from '@hcp/host';
import { HcpError } from '@hcp/pipeline';
import { helpText } from './help-text.js';
import { parseCommandLine } from './parse-command-line.js';
import { UsageError } from './usage-error.js';
import { version } from './version.js';
import { writeLine } from './write-line.js';

/** The whole program: 0 ended by a signal, 1 could not run, 2 usage. */
export async function main(argv: readonly string[]): Promise<never> {
  process.exit(await statusOf(argv));
}

async function statusOf(argv: readonly string[]): Promise<number> {
  try {
    const commandLine = parseCommandLine(argv);
    if (commandLine.show === undefined)
      await (await import('./serve.js')).serve(commandLine.settings, readEnvironment(process.env));
    else writeLine(1, commandLine.show === 'help' ? helpText() : `hcpd ${version}\n`);
    return 0;
  } catch (error) {
    return fail(error);
  }
}

function fail(error: unknown): 1 | 2 {
  if (error instanceof UsageError || error instanceof HcpError) {
    writeLine(2, `hcpd: ${escaped(error.message)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
  writeLine(2, `hcpd: unexpected ${error instanceof Error ? escaped(error.stack ?? error.name) : typeof error}\n`);
  return 1;
}

/** Paths and flags may hold anything; none of it moves the operator's cursor. */
function escaped(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
}
