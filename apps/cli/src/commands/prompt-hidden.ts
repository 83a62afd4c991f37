import password from '@inquirer/password';
import { HcpError } from '@hcp/pipeline';
import { escapeText } from '../output/escape-text.js';

/** Asks on a terminal without showing what is typed. The question goes to standard error; the answer is for pipes. */
export async function promptHidden(question: string): Promise<string> {
  try {
    return await password(
      { message: escapeText(question), mask: false, toggleMask: false },
      { output: process.stderr },
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') {
      throw new HcpError('cancelled', 'nothing was entered, and nothing is stored');
    }
    throw error;
  }
}
