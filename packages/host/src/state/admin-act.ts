import type { JsonObject } from './shape.js';

/** An act of the operator, written to the audit before it is done (profile P8 `admin`). Holds no secret. */
export interface AdminAct {
  readonly action: 'install' | 'uninstall' | 'grant' | 'revoke' | 'connect' | 'config' | 'token';
  readonly packId: string | null;
  readonly details: JsonObject;
}

/** Resolves once the act is durably recorded; a rejection means that the act must not be done. */
export type RecordAct = (act: AdminAct) => Promise<void>;
