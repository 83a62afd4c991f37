import type { ConformanceCase, SandboxMode } from './conformance-case.js';

/** Composite code runs in the runtime's own process, and so in no mode but one unless the operator says otherwise (profile P9). */
const inProcess = /^(?:P12-composite|P9-in-process)/;

/** The case as it is run in this mode: changed only when it is a call that is not about one mode by itself. */
export function inMode(one: ConformanceCase, mode: SandboxMode): ConformanceCase {
  if (one.op !== 'exec' || one.sandbox.fixed === true || one.clauses.some((clause) => inProcess.test(clause)))
    return one;
  return { ...one, sandbox: { ...one.sandbox, mode } };
}
