export { codeFault } from './code/code-fault.js';
export { hasCode, pinFiles } from './code/pin-code.js';
export { createCompositeAdapter } from './composite-adapter.js';
export type { CompositeAdapterOptions, CompositePreview } from './composite-adapter.js';
export type * from './handler.js';
