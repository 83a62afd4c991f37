import { clauseOf, type Requirement } from './requirements.js';
import type { ConformanceCase } from './cases/conformance-case.js';

/**
 * What keeps a suite from proving what it claims: a requirement no case cites, a case that cites none or an unknown
 * id, a case in a folder of another clause, passes that outnumber refusals, or no case at all.
 */
export function coverageFaults(
  cases: readonly ConformanceCase[],
  requirements: readonly Requirement[],
): readonly string[] {
  if (cases.length === 0) return ['there is no case; a run of zero cases proves nothing'];
  const known = new Set(requirements.map(({ id }) => id));
  const cited = new Set(cases.flatMap(({ clauses }) => clauses));
  const doubled = requirements.map(({ id }) => id).filter((id, index, all) => all.indexOf(id) !== index);
  return [
    ...doubled.map((id) => `requirement ${id} is listed twice`),
    ...requirements
      .filter(({ id, seenFrom }) => !cited.has(id) && seenFrom === undefined)
      .map(({ id }) => `requirement ${id} is cited by no case`),
    ...requirements
      .filter(({ id, seenFrom }) => cited.has(id) && seenFrom !== undefined)
      .map(({ id }) => `requirement ${id} is cited by a case and marked as not to be seen by one`),
    ...cases.flatMap((one) => citationFaults(one, known)),
    ...balanceFaults(cases),
  ];
}

function citationFaults({ id, clauses }: ConformanceCase, known: ReadonlySet<string>): readonly string[] {
  const [first] = clauses;
  if (first === undefined) return [`case ${id} cites no requirement`];
  const unknown = clauses.filter((clause) => !known.has(clause));
  if (unknown.length > 0) return [`case ${id} cites ${unknown.join(', ')}, which is no requirement`];
  const folder = id.split('/', 1)[0];
  return folder === clauseOf(first) ? [] : [`case ${id} belongs into folder ${clauseOf(first)}, by its first citation`];
}

function balanceFaults(cases: readonly ConformanceCase[]): readonly string[] {
  const refusals = cases.filter(isRefusal).length;
  return refusals > cases.length - refusals ? [] : [`${refusals} of ${cases.length} cases are refusals; most must be`];
}

/** A case that shows something not happening. */
export function isRefusal(one: ConformanceCase): boolean {
  if (one.op === 'validate') return !one.expect.valid;
  if (one.op === 'meta' || one.expect.envelope.kind !== 'object') return false;
  const ok = one.expect.envelope.members.find(({ key }) => key === 'ok')?.value;
  return ok?.kind === 'literal' && ok.raw === 'false';
}
