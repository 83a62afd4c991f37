export { configKeys } from './config/config-key.js';
export { createDaemonHost } from './create-daemon-host.js';
export { createHost } from './create-host.js';
export type * from './daemon-host.js';
export type * from './host.js';
export { withKernelLock } from './lock/kernel-lock.js';
export type { KernelLockOptions } from './lock/kernel-lock.js';
