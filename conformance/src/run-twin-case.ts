import { performance } from 'node:perf_hooks';
import type { CasePlace } from './case-folder.js';
import type { ConformanceCase } from './cases/conformance-case.js';
import type { Driver } from './drivers/driver.js';
import { performCase, type CasePerformance, type CaseResult } from './run-case.js';

/** Two faces of one product. */
export interface Twins {
  readonly first: Driver;
  readonly second: Driver;
}

/**
 * Runs one call through both faces, one after the other at the same paths; each answer is judged, and the two are
 * compared byte for byte, one newline at the end aside (§6.5). What one face cannot express is skipped, and the other
 * still judged. A case of another op has one face only, the first.
 */
export async function runTwinCase(
  one: ConformanceCase,
  { first, second }: Twins,
  place: CasePlace,
): Promise<CaseResult> {
  const started = performance.now();
  const drivers = one.op === 'exec' ? [first, second] : [first];
  const faces: Face[] = [];
  for (const driver of drivers) faces.push({ name: driver.name, ...(await performCase(one, driver, place)) });
  const { id, title, clauses } = one;
  return { id, title, clauses, ...compareFaces(faces), durationMs: Math.round(performance.now() - started) };
}

interface Face extends CasePerformance {
  readonly name: string;
}

function compareFaces(faces: readonly Face[]): Pick<CaseResult, 'status' | 'reasons'> {
  const reasonsOf = (status: CasePerformance['status']): readonly string[] =>
    faces
      .filter((face) => face.status === status)
      .flatMap(({ name, reasons }) => reasons.map((why) => `${name}: ${why}`));
  const [one, other] = faces.flatMap(({ text }) => (text === undefined ? [] : [text.replace(/\n$/, '')]));
  const differ = one !== undefined && other !== undefined && one !== other;
  const failures = [...reasonsOf('failed'), ...(differ ? [`the two answers differ: ${one} and ${other}`] : [])];
  if (failures.length > 0) return { status: 'failed', reasons: failures };
  const unsupported = reasonsOf('unsupported');
  return { status: unsupported.length === 0 ? 'passed' : 'skipped', reasons: unsupported };
}
