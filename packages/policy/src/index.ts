export type * from './policy.js';
export { defaultMaxOutputBytes, defaultTimeoutMs } from './policy.js';
