import type { OperationPlan } from '@hcp/adapter-openapi';
import type { DocumentDetails } from '../host.js';
import { openDocumentFiles } from './document-file.js';
import type { LockedDocument } from './locked-document.js';
import { readOperations, readPlan } from './read-plan.js';

/** Where a document of a pack stands: the pack, and the plans that were made of it. */
export interface DocumentPlace {
  /** Real path of the pack. */
  readonly root: string;
  /** Where plan files are. */
  readonly plans: string;
}

/** Plans by verb key. Throws `HcpError` where they cannot be read. */
export const readPlans = (document: LockedDocument, folder: string): ReadonlyMap<string, OperationPlan> => {
  const operations = readOperations(folder, document);
  return new Map(Object.keys(operations.plans).map((key) => [key, readPlan(folder, operations, key)]));
};

/** Whether a file of the document is another one than was installed, or gone. A fetched document is not fetched again. */
export const isDocumentChanged = ({ source, files }: LockedDocument, root: string): boolean => {
  if (/^https?:\/\//i.test(source)) return false;
  const found = openDocumentFiles(root);
  try {
    for (const path of Object.keys(files)) found.read(path);
  } catch {
    return true;
  }
  const now = found.digests();
  return Object.entries(files).some(([path, digest]) => now[path] !== digest);
};

const printPath = ({ path, parameters }: OperationPlan): string =>
  path.map((part) => (typeof part === 'string' ? part : `{${parameters[part]?.arg ?? ''}}`)).join('');

/** What an operator is shown of a document. */
export const describeDocument = (
  document: LockedDocument,
  plans: ReadonlyMap<string, OperationPlan>,
  root: string,
): DocumentDetails => ({
  source: document.source,
  files: document.files,
  servers: document.servers,
  allowed_addresses: document.allowed_addresses,
  changed: isDocumentChanged(document, root),
  operations: Object.fromEntries(
    [...plans].map(([key, plan]) => [key, `${plan.method} ${plan.origin}${printPath(plan)}`]),
  ),
});
