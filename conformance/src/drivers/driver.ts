import type { CaseChange, CaseCredential, CasePrincipal, CaseSandbox, CaseSession } from '../cases/conformance-case.js';

/** The document of driver protocol 1 for one call. */
export interface ExecRequest {
  readonly hcp_conformance: 1;
  readonly op: 'exec';
  /** Absolute path; one folder per pack, named by its id. */
  readonly packs_dir: string;
  readonly session: CaseSession | null;
  readonly principal: CasePrincipal | null;
  readonly sandbox: Required<Omit<CaseSandbox, 'fixed'>>;
  readonly credentials: Readonly<Record<string, CaseCredential>>;
  readonly adapters: readonly string[];
  readonly audit: 'ok' | 'broken';
  readonly change_after_install: CaseChange | null;
  /** Absolute path of an empty folder below which the child's `HOME` lies. */
  readonly home_root: string;
  /** The envelope as sent; bytes that are not UTF-8 come as `envelope_base64`. */
  readonly envelope_text?: string;
  readonly envelope_base64?: string;
}

/** The document of driver protocol 1 for one pack. */
export interface PackRequest {
  readonly hcp_conformance: 1;
  readonly op: 'validate' | 'meta';
  /** Absolute path. */
  readonly pack_dir: string;
  readonly home_root: string;
}

export type DriverRequest = ExecRequest | PackRequest;

/** What a driver did with one request. */
export type DriverAnswer =
  /** `text` is what it printed: one JSON document, still unread. */
  | { readonly kind: 'answered'; readonly text: string; readonly notes: readonly string[] }
  | { readonly kind: 'unsupported'; readonly why: string }
  /** It did not answer at all: it could not start, hung, or printed what is not text. */
  | { readonly kind: 'failed'; readonly why: string };

/** The two folders of a driver beside what the request names. */
export interface DriverFolders {
  /** Where it starts; empty, and its own for this case. */
  readonly folder: string;
  /** Outlives the case, and is shared by the cases that have the same absolute paths. */
  readonly kept: string;
}

/** One way to reach a runtime. A face of a product, or a command somebody else wrote, is one file that makes this. */
export interface Driver {
  /** How reports name it. */
  readonly name: string;
  /** How many cases it can answer at once. */
  readonly concurrency: number;
  /** Answers one request. Never rejects for what a runtime does. */
  readonly answer: (request: DriverRequest, folders: DriverFolders) => Promise<DriverAnswer>;
}
