export { findEntry } from './find-entry.js';
export { grantsCapability, isGrant } from './grant.js';
export { normalisePolicy } from './normalise-policy.js';
export { parsePolicy } from './parse-policy.js';
export type { ParsedPolicy } from './parse-policy.js';
export type * from './policy.js';
export { defaultMaxOutputBytes, defaultTimeoutMs } from './policy.js';
export { satisfiesConfirm, splitReservedArgs } from './reserved-args.js';
export type { SplitArgs } from './reserved-args.js';
