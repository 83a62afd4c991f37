export { createHost } from './create-host.js';
export type * from './host.js';
