import { expect, it } from 'vitest';
import { refusals } from '../src/index.js';

it('pins every refusal: step, exit status and exact text', () => {
  const rows = Object.entries(refusals).map(([code, rule]) => [
    code,
    rule.step,
    rule.exitStatus,
    rule.text('<1>', '<2>', '<3>'),
  ]);
  expect(rows).toEqual([
    ['nested_too_deep', '1', 3, 'denied: composite calls nest at most <1> deep; a composite may be calling itself'],
    ['unknown_pack', '1', 3, 'unknown pack <1>'],
    ['not_activated', '2', 3, 'pack <1> not activated'],
    ['no_policy', '3', 3, 'no policy for <1>'],
    ['unauthenticated', '4', 3, 'denied: unauthenticated'],
    ['tenant_unresolved', '4', 3, 'denied: tenant unresolved'],
    ['foreign_session', '4', 3, 'denied: session belongs to another principal'],
    ['foreign_project', '4', 3, "denied: project <1> is not the principal's"],
    ['project_required', '4', 3, 'denied: privacy.land brain requires project_id'],
    ['missing_capability', '5', 3, 'denied: missing <1> for <2>.<3>'],
    ['confirm_required', '6', 3, 'confirm required'],
    ['approval_required', '6', 3, 'approval required'],
    ['invalid_args', '6b', 3, 'invalid args: <1>'],
    ['adapter_not_executable', '6b', 3, 'adapter <1> not executable in hcp'],
    ['audit_unavailable', '6c', 3, 'audit unavailable'],
    ['binding', '7', 3, 'binding: <1>'],
    ['sandbox', '8', 'started', '<1>'],
    ['failed', '8', 'started', '<1>'],
    ['timed_out', '8', 'started', '<1>'],
    ['output_exceeded', '8', 'started', '<1>'],
    ['cancelled', '8', 'started', '<1>'],
    ['return_failed', '9', 1, 'the result could not be returned'],
  ]);
});
