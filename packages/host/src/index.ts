export type * from './host.js';
