import { expect, it } from 'vitest';
import { createCliDriver } from '../src/drivers/cli-driver.js';
import { createDaemonDriver } from '../src/drivers/daemon-driver.js';
import { runCases } from '../src/run-cases.js';
import { fixturePacks, loadSuite } from '../src/suite.js';
import { hcpBinary, hcpdBinary } from './product-binaries.js';

const { cases } = loadSuite();
const nobody = cases.flatMap((one) => (one.op === 'exec' && one.principal === null ? [one.id] : []));
/** Of a runtime that lacks an adapter which both faces have. */
const lacking = ['6.6/openapi-missing'];
const jailed = cases.flatMap((one) => (one.op === 'exec' && one.sandbox.mode === 'sandbox' ? [one.id] : []));

it('answers every call with the same bytes on both faces, as expected', { timeout: 1_200_000 }, async () => {
  const env = process.env;
  const started = performance.now();
  const results = await runCases(cases, {
    driver: createCliDriver({ binary: hcpBinary(), env }),
    twin: createDaemonDriver({ binary: hcpdBinary(), hcp: hcpBinary(), env }),
    ...{ fixtures: fixturePacks, jobs: 2, skip: new Set<string>() },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const failed = results.filter(({ status }) => status === 'failed');
  expect(failed.map(({ id, reasons }) => `${id}: ${reasons.join('; ')}`)).toEqual([]);
  const skipped = results.filter(({ status }) => status !== 'passed').map(({ id }) => id);
  // A face that cannot express a case says so; nothing else may be left out, or nothing would be compared.
  expect(skipped.filter((id) => !jailed.includes(id))).toEqual(
    cases.map(({ id }) => id).filter((id) => nobody.includes(id) || lacking.includes(id)),
  );
  expect(results.length).toBe(cases.length);
  console.log(`${results.length - skipped.length} cases on both faces, ${skipped.length} skipped, in ${seconds} s`);
});
