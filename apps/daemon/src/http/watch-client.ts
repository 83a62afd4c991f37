import type { ServerResponse } from 'node:http';

/** Aborted when the client is gone before it has its answer, or when the daemon gives its calls up. */
export interface Client {
  readonly signal: AbortSignal;
}

export function watchClient(response: ServerResponse, abandon: AbortSignal): Client {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const leave = (): void => {
    abandon.removeEventListener('abort', abort);
    if (!response.writableFinished) abort();
  };
  response.once('close', leave);
  abandon.addEventListener('abort', abort);
  if (response.destroyed) leave();
  if (abandon.aborted) abort();
  return { signal: controller.signal };
}
