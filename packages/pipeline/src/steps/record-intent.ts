import { auditEvent } from '../audit-record.js';
import { refuse } from '../refusals.js';
import type { Recorded, Rendered, Step } from '../state.js';

/** Profile P2 step 6c: the durable record that this call is about to run; without it nothing runs. */
export const recordIntent: Step<Rendered, Recorded> = {
  reaches: 'recorded',
  async run(state, ports) {
    // Consumed before the record: an approval that both fails to be recorded and survives could run twice.
    await state.claim?.consume();
    await ports.audit.intent(auditEvent(state, ports, { event: 'intent', step: '6c', ok: null }));
    return { ...state, stage: 'recorded' };
  },
  onFault: () => refuse('audit_unavailable'),
};
