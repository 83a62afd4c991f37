export { openCodeCache } from './program/code-cache.js';
export type { CodeCache } from './program/code-cache.js';
export { createLoader } from './program/program-loader.js';
export type { Load, ProgramFiles } from './program/program-loader.js';
