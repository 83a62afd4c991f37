/**
 * The parts of undici that send a request, by their own files: the index loads as much again that is never used here,
 * and puts `request` on the pool.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  import type { Pool } from 'undici';

  // eslint-disable-next-line no-restricted-syntax -- what a CommonJS module is
  export default class ConnectionPool {
    constructor(origin: string, options: Pool.Options);
    readonly destroy: () => Promise<void>;
  }
}

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';
  import type ConnectionPool from 'undici/lib/dispatcher/pool.js';

  const request: (this: ConnectionPool, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
  // eslint-disable-next-line no-restricted-syntax -- what a CommonJS module is
  export default request;
}
