/** The step that decides a call: §6.3's nine and the profile's two between 6 and 7. */
export type StepNumber = '1' | '2' | '3' | '4' | '5' | '6' | '6b' | '6c' | '7' | '8' | '9';

/** Every way a call is refused or fails, by a stable name. */
export type RefusalCode =
  | 'nested_too_deep'
  | 'unknown_pack'
  | 'not_activated'
  | 'no_policy'
  | 'unauthenticated'
  | 'tenant_unresolved'
  | 'foreign_session'
  | 'foreign_project'
  | 'project_required'
  | 'missing_capability'
  | 'confirm_required'
  | 'approval_required'
  | 'invalid_args'
  | 'adapter_not_executable'
  | 'audit_unavailable'
  | 'binding'
  | 'sandbox'
  | 'failed'
  | 'timed_out'
  | 'output_exceeded'
  | 'cancelled'
  | 'return_failed';

/** CLI exit status (profile P11): 3 when the program cannot have run, 1 when it may have. */
type ExitStatus = 1 | 3 | 'started';

export interface RefusalRule {
  readonly step: StepNumber;
  /** `started`: 1 when the program may have run, else 3. */
  readonly exitStatus: ExitStatus;
  readonly text: (...subject: readonly string[]) => string;
}

const asGiven = (text = ''): string => text;

/**
 * Which step decides a refusal, its exit status and its exact text (§6.3, profile P2). Texts of step 8 are the
 * sandbox's or the program's own and pass through as given.
 */
export const refusals: Readonly<Record<RefusalCode, RefusalRule>> = {
  nested_too_deep: {
    step: '1',
    exitStatus: 3,
    text: (deepest = '') => `denied: composite calls nest at most ${deepest} deep; a composite may be calling itself`,
  },
  unknown_pack: { step: '1', exitStatus: 3, text: (pack = '') => `unknown pack ${pack}` },
  not_activated: { step: '2', exitStatus: 3, text: (pack = '') => `pack ${pack} not activated` },
  no_policy: { step: '3', exitStatus: 3, text: (verb = '') => `no policy for ${verb}` },
  unauthenticated: { step: '4', exitStatus: 3, text: () => 'denied: unauthenticated' },
  tenant_unresolved: { step: '4', exitStatus: 3, text: () => 'denied: tenant unresolved' },
  foreign_session: { step: '4', exitStatus: 3, text: () => 'denied: session belongs to another principal' },
  foreign_project: { step: '4', exitStatus: 3, text: (id = '') => `denied: project ${id} is not the principal's` },
  project_required: { step: '4', exitStatus: 3, text: () => 'denied: privacy.land brain requires project_id' },
  missing_capability: {
    step: '5',
    exitStatus: 3,
    text: (capability = '', pack = '', verb = '') => `denied: missing ${capability} for ${pack}.${verb}`,
  },
  confirm_required: { step: '6', exitStatus: 3, text: () => 'confirm required' },
  approval_required: { step: '6', exitStatus: 3, text: () => 'approval required' },
  invalid_args: { step: '6b', exitStatus: 3, text: (reason = '') => `invalid args: ${reason}` },
  adapter_not_executable: { step: '6b', exitStatus: 3, text: (kind = '') => `adapter ${kind} not executable in hcp` },
  audit_unavailable: { step: '6c', exitStatus: 3, text: () => 'audit unavailable' },
  binding: { step: '7', exitStatus: 3, text: (reason = '') => `binding: ${reason}` },
  sandbox: { step: '8', exitStatus: 'started', text: asGiven },
  failed: { step: '8', exitStatus: 'started', text: asGiven },
  timed_out: { step: '8', exitStatus: 'started', text: asGiven },
  output_exceeded: { step: '8', exitStatus: 'started', text: asGiven },
  cancelled: { step: '8', exitStatus: 'started', text: asGiven },
  return_failed: { step: '9', exitStatus: 1, text: () => 'the result could not be returned' },
};

/** Why a call stopped. `started` says whether the pack's own program or request may have run. */
export interface Refusal {
  readonly ok: false;
  readonly step: StepNumber;
  readonly code: RefusalCode;
  readonly error: string;
  readonly started: boolean;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  /** For the operator only, never in the envelope. */
  readonly reason?: string;
}

/** The refusal of this code with its text filled in; nothing has been started. */
export function refuse(code: RefusalCode, ...subject: readonly string[]): Refusal {
  const rule = refusals[code];
  return { ok: false, step: rule.step, code, error: rule.text(...subject), started: false };
}
