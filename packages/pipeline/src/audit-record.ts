import type { AuditEvent } from './audit-event.js';
import type { Ports } from './ports.js';
import { entryOf, hideSecrets, redactAbove, redactArgs, redactSecretArgs } from './redact-args.js';
import type { StepNumber } from './refusals.js';
import type { AnyState } from './state.js';

interface Decision {
  readonly event: AuditEvent['event'];
  readonly step: StepNumber;
  readonly ok: boolean | null;
  readonly error?: string;
  readonly exitCode?: number | undefined;
}

/** The audit record of a call as far as it got: what no step has found out yet is `null` (profile P8). */
export function auditEvent(state: AnyState, ports: Ports, decision: Decision): AuditEvent {
  const pack = 'pack' in state ? state.pack : undefined;
  return {
    event: decision.event,
    call_id: state.callId,
    parent: state.caller.parent ?? null,
    face: state.caller.nesting === undefined ? state.caller.face : 'composite',
    session_id: state.caller.sessionId,
    principal: 'principal' in state ? state.principal.id : null,
    tenant: 'principal' in state ? state.principal.tenant : null,
    project: 'projectId' in state ? state.projectId : null,
    pack_id: redactAbove(state.envelope.packId, state),
    verb_key: redactAbove(state.envelope.verbKey, state),
    args: state.envelope.args,
    redacted_args: storedArgs(state),
    surface_sha256: pack?.surfaceSha256 ?? null,
    policy_sha256: pack?.policySha256 ?? null,
    binding_mode: 'bindingMode' in state ? state.bindingMode : null,
    sandbox: ports.sandboxMode,
    step: decision.step,
    ok: decision.ok,
    error: decision.error === undefined ? null : redactAbove(redactSecretArgs(decision.error, state), state),
    exit_code: decision.exitCode ?? null,
    duration_ms: Math.round((ports.monotonicNow() - state.startedAt) * 1000) / 1000,
    traceparent: state.caller.traceparent ?? null,
  };
}

/** A secret of the credential that came as an ordinary argument is known once it is minted; those of the calls above are known before. */
function storedArgs(state: AnyState): Readonly<Record<string, unknown>> {
  const args = redactArgs(state.envelope.args, entryOf(state));
  const { nesting } = state.caller;
  const clean = nesting === undefined ? args : hideSecrets(args, nesting.redact);
  return 'minted' in state ? hideSecrets(clean, state.minted.redact) : clean;
}
