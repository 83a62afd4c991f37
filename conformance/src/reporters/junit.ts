import type { CaseResult } from '../run-case.js';
import { printable } from './printable.js';
import { countResults, type Report } from './report.js';

/** JUnit XML, one test suite, a test case each. */
export function reportJunit(report: Report): string {
  const { results, faults, driver, allowUnsupported } = report;
  const counts = countResults(results);
  const failures = counts.failed + faults.length + (allowUnsupported ? 0 : counts.unsupported);
  const skipped = counts.skipped + (allowUnsupported ? counts.unsupported : 0);
  const suite =
    `<testsuite name="hcp-conformance" tests="${results.length + faults.length}" failures="${failures}" ` +
    `skipped="${skipped}" hostname="${escaped(driver)}">`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    suite,
    ...results.map((one) => testCase(one, allowUnsupported)),
    ...faults.map(
      (fault) => `  <testcase classname="suite" name="suite"><failure>${escaped(fault)}</failure></testcase>`,
    ),
    '</testsuite>',
    '',
  ].join('\n');
}

function testCase({ id, title, status, reasons, durationMs }: CaseResult, allowUnsupported: boolean): string {
  const [clause = ''] = id.split('/', 1);
  const head = `  <testcase classname="${escaped(clause)}" name="${escaped(`${id}: ${title}`)}" time="${(durationMs / 1000).toFixed(3)}"`;
  if (status === 'passed') return `${head}/>`;
  const why = escaped(reasons.join('\n'));
  const isSkipped = status === 'skipped' || (status === 'unsupported' && allowUnsupported);
  return `${head}>${isSkipped ? `<skipped message="${why}"/>` : `<failure>${why}</failure>`}</testcase>`;
}

/** XML has no way to write most control characters, so they are shown as text. */
function escaped(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
