import { printable } from './printable.js';
import type { Report } from './report.js';

/** Test Anything Protocol 14. Unsupported cases are not ok unless they are allowed. */
export function reportTap({ results, faults, allowUnsupported }: Report): string {
  const lines = ['TAP version 14', `1..${results.length + faults.length}`];
  for (const [index, one] of results.entries()) {
    const skipped = one.status === 'skipped' || (one.status === 'unsupported' && allowUnsupported);
    const ok = one.status === 'passed' || skipped;
    const why = one.reasons.map(printable).join('; ').replaceAll('#', '\\#');
    const description = `${one.id} ${printable(one.title)}`.replaceAll('#', '\\#');
    lines.push(`${ok ? 'ok' : 'not ok'} ${index + 1} - ${description}${skipped ? ` # SKIP ${why}` : ''}`);
    if (!ok) lines.push('  ---', ...one.reasons.map((reason) => `  - ${JSON.stringify(reason)}`), '  ...');
  }
  for (const [index, fault] of faults.entries()) {
    lines.push(`not ok ${results.length + index + 1} - ${printable(fault).replaceAll('#', '\\#')}`);
  }
  return `${lines.join('\n')}\n`;
}
