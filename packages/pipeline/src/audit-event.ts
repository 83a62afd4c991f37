import type { BindingMode } from '@hcp/manifest';
import type { Face } from './caller.js';
import type { SandboxMode } from './ports.js';

/** What the pipeline tells the audit about one call (profile P8); the log adds version, sequence, time, HMAC and chain. */
export interface AuditEvent {
  readonly event: 'denial' | 'intent' | 'outcome';
  readonly call_id: string;
  readonly parent: string | null;
  readonly face: Face;
  readonly session_id: string | null;
  readonly principal: string | null;
  readonly tenant: string | null;
  readonly project: string | null;
  readonly pack_id: string;
  readonly verb_key: string;
  /** As sent, for the HMAC only; never stored. */
  readonly args: Readonly<Record<string, unknown>>;
  /** What is stored. */
  readonly redacted_args: Readonly<Record<string, unknown>>;
  readonly surface_sha256: string | null;
  readonly policy_sha256: string | null;
  readonly binding_mode: BindingMode | null;
  readonly sandbox: SandboxMode;
  /** `1` … `9`, `6b` or `6c`: the step that decided. */
  readonly step: string;
  readonly ok: boolean | null;
  readonly error: string | null;
  readonly exit_code: number | null;
  /** Milliseconds since the envelope was taken. */
  readonly duration_ms: number;
  readonly traceparent: string | null;
}
