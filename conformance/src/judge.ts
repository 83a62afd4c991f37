import type { ValidateCase } from './cases/conformance-case.js';
import { compareJson, wildcardOf } from './json/compare-json.js';
import { compactOf, memberOf, type JsonNode, type JsonObjectNode } from './json/json-node.js';

/** Differences between a result envelope and what the case expects; `text` is the answer as printed. */
export function judgeEnvelope(expected: JsonNode, actual: JsonNode, text: string): readonly string[] {
  const difference = compareJson(withAnyRuntime(expected, actual), actual, { ordered: true, spelled: false });
  if (difference !== undefined) return [difference];
  if (text.replace(/\n$/, '').includes('\n')) return ['the answer is on more than one line (profile P1)'];
  const wanted = memberOf(expected, 'result');
  const given = memberOf(actual, 'result');
  if (wanted === undefined || given === undefined || wildcardOf(wanted) !== undefined) return [];
  if (wanted.kind !== 'object' && wanted.kind !== 'array') return [];
  if (text.slice(given.start, given.end) !== compactOf(given)) return ['/result holds white space between its tokens'];
  const spelling = compareJson(wanted, given, { ordered: true, spelled: true, path: '/result' });
  return spelling === undefined ? [] : [`${spelling} (tokens are kept as they were, profile P1)`];
}

/** `adapter <kind> not executable in <runtime>` is right with any name of a runtime (§6.6). */
function withAnyRuntime(expected: JsonNode, actual: JsonNode): JsonNode {
  const wanted = memberOf(expected, 'error');
  const given = memberOf(actual, 'error');
  if (expected.kind !== 'object' || wanted?.kind !== 'string' || given?.kind !== 'string') return expected;
  const start = /^adapter \S+ not executable in (?=.)/.exec(wanted.value)?.[0];
  if (start === undefined || !given.value.startsWith(start) || given.value === start) return expected;
  const members = expected.members.map((one) => (one.key === 'error' ? { ...one, value: given } : one));
  return { ...expected, members } satisfies JsonObjectNode;
}

/** `valid` is exact, each expected issue is among those given, and further ones are tolerated. */
export function judgeValidation(expected: ValidateCase['expect'], actual: JsonNode): readonly string[] {
  const valid = memberOf(actual, 'valid');
  const issues = memberOf(actual, 'issues');
  if (valid?.kind !== 'literal' || valid.raw === 'null' || issues?.kind !== 'array') {
    return [`the answer is not {"valid": boolean, "issues": [strings]}: ${compactOf(actual).slice(0, 400)}`];
  }
  const given = issues.items;
  const strange = given.find(({ kind }) => kind !== 'string');
  if (strange !== undefined) return [`an issue is not a string: ${compactOf(strange)}`];
  const listed = given.map(compactOf).join(', ');
  const reasons: string[] = [];
  if ((valid.raw === 'true') !== expected.valid) {
    reasons.push(`valid is ${valid.raw}, expected ${String(expected.valid)}; issues: ${listed || 'none'}`);
  }
  if (expected.valid && given.length > 0) reasons.push(`a valid pack has no errors, these were given: ${listed}`);
  for (const issue of expected.issues) {
    const found = given.some((one) => compareJson(issue, one, { ordered: false, spelled: false }) === undefined);
    if (!found) reasons.push(`issue ${compactOf(issue)} is not among: ${listed || 'none'}`);
  }
  return reasons;
}

/** The derived metadata (§3.6); the order of its members is free. */
export function judgeMeta(expected: JsonNode, actual: JsonNode): readonly string[] {
  const difference = compareJson(expected, actual, { ordered: false, spelled: false });
  return difference === undefined ? [] : [difference];
}
