export type * from './approved-call.js';
export type * from './audit-event.js';
export type * from './caller.js';
export { HcpError } from './hcp-error.js';
export type * from './ports.js';
export type * from './principal.js';
