import type { Command } from 'commander';

/** The command that words name, as far as there is one. */
export interface NamedCommand {
  /** Names from the program's first command on; none where it is the program itself. */
  readonly path: readonly string[];
  /** The word at which there is no such command. */
  readonly unknown: string | undefined;
}

/** Follows words through a program and its groups of commands, `help` before them included. */
export function namedCommand(program: Command, argv: readonly string[]): NamedCommand {
  const path: string[] = [];
  let command = program;
  // Only commands that hold no others have flags with a value, so a word with a dash never takes the next one.
  const words = argv.filter((word) => !word.startsWith('-'));
  for (const word of words[0] === 'help' ? words.slice(1) : words) {
    if (command.commands.length === 0) break;
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) return { path, unknown: word === 'help' ? undefined : word };
    path.push(word);
    command = next;
  }
  return { path, unknown: undefined };
}
