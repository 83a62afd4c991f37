import type { JsonNode } from '../json/json-node.js';

/** A file put into a fresh copy of the packs, over a fixture's own; `path` begins with the pack's folder. */
export interface CaseFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

export interface CaseSession {
  readonly id: string;
  readonly tenant: string;
  readonly principal_id: string;
  readonly project_id: string | null;
  readonly activated: readonly string[];
}

export interface CasePrincipal {
  readonly id: string;
  readonly tenant: string;
  readonly projects: readonly string[];
  readonly capabilities: readonly string[];
}

export type SandboxMode = 'native-local' | 'sandbox';

export interface CaseSandbox {
  readonly mode: SandboxMode;
  /** The case is about this mode, and is run in no other. */
  readonly fixed?: true;
  /** `wrap.bin` as written; absent means every bin of the case's packs. */
  readonly allow_bins?: readonly string[];
}

export interface CaseCredential {
  readonly packs: readonly string[];
  readonly credential: unknown;
}

export interface CaseChange {
  readonly file: string;
  readonly text: string;
}

/** What every case has. */
interface CaseHead {
  /** `<clause>/<name>`, from where its file stands. */
  readonly id: string;
  /** Requirement ids. */
  readonly clauses: readonly string[];
  readonly title: string;
  readonly packs: readonly string[];
  readonly files: readonly CaseFile[];
}

/** One call and its answer. */
export interface ExecCase extends CaseHead {
  readonly op: 'exec';
  readonly session: CaseSession | null;
  readonly principal: CasePrincipal | null;
  readonly sandbox: CaseSandbox;
  readonly credentials: Readonly<Record<string, CaseCredential>>;
  readonly adapters: readonly string[];
  readonly audit: 'ok' | 'broken';
  readonly change_after_install: CaseChange | null;
  /** The envelope as sent. */
  readonly envelope: string | Uint8Array;
  readonly expect: { readonly envelope: JsonNode; readonly ran: boolean };
}

/** One pack and what validation says about it. */
export interface ValidateCase extends CaseHead {
  readonly op: 'validate';
  readonly expect: { readonly valid: boolean; readonly issues: readonly JsonNode[] };
}

/** One pack and its derived metadata (§3.6). */
export interface MetaCase extends CaseHead {
  readonly op: 'meta';
  readonly expect: { readonly meta: JsonNode };
}

export type ConformanceCase = ExecCase | ValidateCase | MetaCase;
