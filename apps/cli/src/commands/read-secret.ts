import { isTerminal } from '../is-terminal.js';
import { readSource } from '../read-source.js';
import { UsageError } from '../usage-error.js';

export interface SecretSource {
  /** What is asked for, as a message names it. */
  readonly what: string;
  /** What to pass, for who passed nothing. */
  readonly advice: string;
  /** What a person at a terminal is asked. */
  readonly question: string;
  readonly file: string | undefined;
  /** Called before a person is asked. */
  readonly asking: () => void;
}

/** Reads a secret from a file, from standard input, or hidden from a terminal; it is never an argument. */
export async function readSecret({ what, advice, question, file, asking }: SecretSource): Promise<string> {
  if (file === undefined && isTerminal(0)) {
    asking();
    const { promptHidden } = await import('./prompt-hidden.js');
    return promptHidden(question);
  }
  const text = decoded(readSource(file ?? '-'), what);
  if (text.trim() !== '') return text;
  throw new UsageError(`the ${what} is empty`, advice);
}

/** A byte replaced on the way would store another secret than the one meant. */
function decoded(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `the ${what} is not valid UTF-8`,
      what === 'credential' ? 'pass JSON in UTF-8' : 'pass it as text',
    );
  }
}
