import { printable } from './printable.js';
import { countResults, isSuccess, type Report } from './report.js';

/** For people: what did not pass and why, then what was not run, then the counts. */
export function summarise(report: Report): string {
  const { results, faults, driver, allowUnsupported } = report;
  const lines = faults.map((fault) => `FAULT  ${printable(fault)}`);
  for (const one of results.filter(({ status }) => status === 'failed')) {
    lines.push(`FAILED ${one.id}: ${printable(one.title)} [${one.clauses.join(', ')}]`);
    lines.push(...one.reasons.map((reason) => `       ${printable(reason)}`));
  }
  for (const one of results.filter(({ status }) => status === 'unsupported' || status === 'skipped')) {
    lines.push(`${one.status} ${one.id}: ${one.reasons.map(printable).join('; ')}`);
  }
  const counts = countResults(results);
  lines.push(
    `${results.length} cases through ${printable(driver)}: ${counts.passed} passed, ${counts.failed} failed, ` +
      `${counts.unsupported} unsupported${allowUnsupported && counts.unsupported > 0 ? ' (allowed)' : ''}, ${counts.skipped} skipped`,
    isSuccess(report) ? 'conforms' : 'does not conform',
  );
  return `${lines.join('\n')}\n`;
}
