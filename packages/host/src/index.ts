export type * from './host.js';
export { closeKernelLocks, type KernelLockOptions, withKernelLock } from './lock/kernel-lock.js';
