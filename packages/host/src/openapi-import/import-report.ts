/** What an OpenAPI document is imported with. */
export interface ImportOptions {
  /** Absolute; where it is absent, a folder named by the pack's id in `workingFolder`. */
  readonly folder?: string;
  /** Absolute. */
  readonly workingFolder: string;
  /** Of the pack; made of the document's title where it is absent. */
  readonly id?: string;
  /** Operations that carry one of these, and those named; all where neither is given. */
  readonly tags: readonly string[];
  /** By `operationId`, or as `GET /path`. */
  readonly operations: readonly string[];
  /** Fetch the document from an address that is not public. */
  readonly allowPrivate: boolean;
  /** Replace a pack that differs. */
  readonly overwrite: boolean;
}

export interface ImportReport {
  readonly id: string;
  readonly folder: string;
  /** `differs`: there is a pack, it is not what would be written, and it is left as it is. */
  readonly result: 'written' | 'unchanged' | 'differs' | 'overwritten';
  readonly verbs: readonly string[];
  /** Operations that cannot be verbs. */
  readonly skipped: readonly { readonly operation: string; readonly reason: string }[];
  /** How the folder differs from the draft, a line each; empty unless there is a pack in it. */
  readonly diff: readonly string[];
}
