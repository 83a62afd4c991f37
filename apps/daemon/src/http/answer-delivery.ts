import type { ServerResponse } from 'node:http';

/** Milliseconds an answer has to leave once the daemon gives its calls up. */
const lastMs = 1_000;

/** Resolves when an answer has left or its reader is gone; a while after `abandon` in any case. */
export function answerDelivered(response: ServerResponse, abandon: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const hurry = (): void => {
      timer = setTimeout(end, lastMs);
    };
    const end = (): void => {
      clearTimeout(timer);
      abandon.removeEventListener('abort', hurry);
      resolve();
    };
    response.once('close', end);
    abandon.addEventListener('abort', hurry);
    if (response.destroyed) end();
    else if (abandon.aborted) hurry();
  });
}
