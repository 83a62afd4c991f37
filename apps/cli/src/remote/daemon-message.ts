import type { DaemonAnswer } from './daemon-client.js';

/** Why a daemon did not do what it was asked, in its own words where it has some. */
export function daemonMessage({ status, text }: DaemonAnswer): string {
  const said = messageIn(text);
  return `daemon: ${status}${said === undefined ? '' : ` ${said}`}`;
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = Object(JSON.parse(text)) as { readonly message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
