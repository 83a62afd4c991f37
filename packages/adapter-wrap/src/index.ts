export { maxTokenBytes } from './check-token.js';
export { renderArgv } from './render-argv.js';
export type { ArgvRequest, RenderedArgv } from './render-argv.js';
export { createWrapAdapter } from './wrap-adapter.js';
export type { WrapPreview } from './wrap-adapter.js';
