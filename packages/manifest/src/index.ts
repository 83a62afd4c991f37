export type * from './manifest.js';
