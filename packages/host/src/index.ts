export { configKeys } from './config/config-key.js';
export { createDaemonHost } from './create-daemon-host.js';
export { createHost } from './create-host.js';
export type * from './daemon-host.js';
export type * from './host.js';
export { readEnvironment } from './read-environment.js';
export type { Environment, Variables } from './read-environment.js';
export { withKernelLock } from './lock/kernel-lock.js';
export type { KernelLockOptions } from './lock/kernel-lock.js';
