export { type JailReport, examineJail } from './examine-jail.js';
export { type JailFault } from './jail-fault.js';
export { type Enforcement } from './limit-plan.js';
export { type JailProof, proveJail } from './prove-jail.js';
