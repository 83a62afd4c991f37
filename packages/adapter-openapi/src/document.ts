export { DocumentFault } from './document/document-fault.js';
export { listOperations } from './document/operations.js';
export type { OperationSummary } from './document/operations.js';
export { maxDocumentBytes, parseDocument } from './document/parse-document.js';
export type { DocumentSource, DocumentVersion, OpenApiDocument } from './document/parse-document.js';
export { createPlanner } from './planning/plan-operation.js';
export type { OperationName, PlannedOperation, Planner } from './planning/plan-operation.js';
export type * from './plan.js';
