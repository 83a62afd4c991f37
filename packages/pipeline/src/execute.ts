import { auditEvent } from './audit-record.js';
import type { Caller } from './caller.js';
import type { ExecEnvelope } from './envelope.js';
import { pipeline } from './pipeline.js';
import type { ApprovalClaim, ApprovalStore, Ports } from './ports.js';
import { redactAbove, redactSecretArgs } from './redact-args.js';
import { refusals, refuse, type Refusal } from './refusals.js';
import { serializeResult, type CallReport, type ResultEnvelope } from './result-envelope.js';
import type { AnyStep } from './sequence.js';
import type { AnyState } from './state.js';

/**
 * Runs one call through the nine steps (§6.3) and answers; never rejects for anything a port does (`newCallId` and
 * `monotonicNow` must not throw). The first step that fails decides, nothing behind it runs, and one audit record
 * names it.
 */
export async function execute(envelope: ExecEnvelope, caller: Caller, ports: Ports): Promise<CallReport> {
  const walk = await walkTo('returned', receive(envelope, caller, ports), ports);
  return walk.refusal === undefined ? returned(walk.state, ports) : refused(walk.state, walk.refusal, ports);
}

/** Steps 1 to 6b of one call: what would run, and nothing that runs (profile P11 `--dry-run`). Approvals stay as they are. */
export async function dryRun(envelope: ExecEnvelope, caller: Caller, ports: Ports): Promise<CallReport> {
  const looking = { ...ports, approvals: lookOnly(ports.approvals) };
  const { state, refusal } = await walkTo('rendered', receive(envelope, caller, ports), looking);
  if (refusal !== undefined || state.stage !== 'rendered')
    return refused(state, refusal ?? refuse('return_failed'), ports);
  const result = { json: JSON.stringify({ dry_run: true, ...Object(state.rendered.preview) }) };
  const answer = { ok: true as const, pack_id: envelope.packId, verb_key: envelope.verbKey, result };
  const line = serializeResult(answer);
  return report(state, ports, { envelope: answer, line, step: '6b', exitStatus: 0 });
}

function lookOnly(approvals: ApprovalStore): ApprovalStore {
  const untouched: ApprovalClaim = { giveBack: async () => {}, consume: async () => {} };
  return { ...approvals, claim: async (request) => ((await approvals.holds(request)) ? untouched : undefined) };
}

function receive(envelope: ExecEnvelope, caller: Caller, ports: Ports): AnyState {
  return {
    stage: 'received',
    callId: ports.newCallId(),
    envelope,
    caller,
    startedAt: ports.monotonicNow(),
    execute: (inner, innerCaller) => execute(inner, innerCaller, ports),
  };
}

interface Walk {
  readonly state: AnyState;
  /** Present when a step stopped the walk; `state` is what was known before that step. */
  readonly refusal?: Refusal;
}

async function walkTo(stage: AnyState['stage'], start: AnyState, ports: Ports): Promise<Walk> {
  let state = start;
  for (const step of pipeline.steps) {
    const next = await advance(step, state, ports);
    if (!('stage' in next)) return { state, refusal: next };
    state = next;
    if (state.stage === stage) break;
  }
  return { state };
}

/** One step; whatever it throws, and any answer that is neither the state it promises nor a refusal, refuses. */
async function advance(step: AnyStep, state: AnyState, ports: Ports): Promise<AnyState | Refusal> {
  try {
    const next = await step.run(state, ports);
    if ('stage' in next ? next.stage === step.reaches : Object.hasOwn(refusals, next.code)) return next;
    throw new TypeError(`step ${step.reaches} answered neither its state nor a refusal`);
  } catch (error) {
    return { ...step.onFault(state), reason: reasonOf(error, state) };
  }
}

async function refused(state: AnyState, refusal: Refusal, ports: Ports): Promise<CallReport> {
  const { step, error, exitCode, started, stdout, stderr } = refusal;
  const event = hasIntent(state) ? 'outcome' : 'denial';
  await afterDecision(state, ports, () =>
    ports.audit[event](auditEvent(state, ports, { event, step, ok: false, error, exitCode })),
  );
  if (refusal.reason !== undefined) notify(state, ports, `${error}: ${refusal.reason}`);
  const answer = {
    ok: false as const,
    pack_id: state.envelope.packId,
    verb_key: state.envelope.verbKey,
    error,
    ...(stdout === undefined || stdout === '' ? {} : { stdout }),
    ...(stderr === undefined || stderr === '' ? {} : { stderr }),
  };
  const { exitStatus } = refusals[refusal.code];
  return report(state, ports, {
    ...lineOf(answer),
    step,
    exitStatus: exitStatus === 'started' ? (started ? 1 : 3) : exitStatus,
  });
}

/** A failure whose texts no string can hold keeps its step and loses the texts. */
function lineOf(envelope: ResultEnvelope): Pick<CallReport, 'envelope' | 'line'> {
  try {
    return { envelope, line: serializeResult(envelope) };
  } catch {
    const { pack_id, verb_key } = envelope;
    const short = { ok: false as const, pack_id, verb_key, error: 'the error text is too large to be returned' };
    return { envelope: short, line: serializeResult(short) };
  }
}

async function returned(state: AnyState, ports: Ports): Promise<CallReport> {
  if (state.stage !== 'returned') return refused(state, { ...refuse('return_failed'), started: true }, ports);
  const exitCode = state.outcome.exitCode;
  await afterDecision(state, ports, () =>
    ports.audit.outcome(auditEvent(state, ports, { event: 'outcome', step: '9', ok: true, exitCode })),
  );
  return report(state, ports, { envelope: state.result, line: state.line, step: '9', exitStatus: 0 });
}

/** What fails behind the decision never changes the answer; the operator is told (profile P2 step 9). */
async function afterDecision(state: AnyState, ports: Ports, act: () => Promise<void> | undefined): Promise<void> {
  try {
    await act();
  } catch (error) {
    notify(state, ports, `the call is answered, but its record or approval is not kept: ${reasonOf(error, state)}`);
  }
}

function hasIntent(state: AnyState): boolean {
  return 'rendered' in state && state.stage !== 'rendered';
}

/** Telling the operator is the last resort; when that fails too, the answer still stands. */
function notify(state: AnyState, ports: Ports, message: string): void {
  try {
    ports.notifyOperator({ callId: state.callId, message: redactAbove(redactSecretArgs(message, state), state) });
  } catch {
    // There is nobody left to tell.
  }
}

function reasonOf(error: unknown, state: AnyState): string {
  const text = error instanceof Error ? error.message : String(error);
  return 'minted' in state ? state.minted.redact(text) : text;
}

function report(
  state: AnyState,
  ports: Ports,
  answer: Pick<CallReport, 'envelope' | 'line' | 'step' | 'exitStatus'>,
): CallReport {
  return { ...answer, callId: state.callId, durationMs: ports.monotonicNow() - state.startedAt };
}
