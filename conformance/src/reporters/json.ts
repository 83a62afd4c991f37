import { countResults, isSuccess, type Report } from './report.js';

/** One JSON document with every result. */
export function reportJson(report: Report): string {
  const { driver, results, faults } = report;
  const document = { conforms: isSuccess(report), driver, ...countResults(results), faults, cases: results };
  return `${JSON.stringify(document, null, 2)}\n`;
}
