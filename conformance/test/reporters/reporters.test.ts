import { describe, expect, it } from 'vitest';
import { reportJson } from '../../src/reporters/json.js';
import { reportJunit } from '../../src/reporters/junit.js';
import { isSuccess, type Report } from '../../src/reporters/report.js';
import { summarise } from '../../src/reporters/summary.js';
import { reportTap } from '../../src/reporters/tap.js';
import type { CaseResult } from '../../src/run-case.js';

const result = (id: string, status: CaseResult['status'], reasons: readonly string[] = []): CaseResult => ({
  ...{ id, title: `Title of ${id} # <&>`, clauses: ['6.1'], status, reasons, durationMs: 12 },
});
const passed = result('6.1/good', 'passed');
const failed = result('6.1/bad', 'failed', ['/error is "\u001b[31mred", expected "x"']);
const unsupported = result('6.1/none', 'unsupported', ['no adapters']);
const skipped = result('6.1/skip', 'skipped', ['skipped by name']);
const report = (results: readonly CaseResult[], more: Partial<Report> = {}): Report => ({
  ...{ driver: 'a driver', results, faults: [], allowUnsupported: false, ...more },
});

describe('a run conforms', () => {
  it.each([
    ['when everything passed', report([passed]), true],
    ['when the rest was skipped by name', report([passed, skipped]), true],
    ['not when something failed', report([passed, failed]), false],
    ['not when something is unsupported', report([passed, unsupported]), false],
    ['when what is unsupported is allowed', report([passed, unsupported], { allowUnsupported: true }), true],
    ['not when the suite has a fault', report([passed], { faults: ['x'] }), false],
    ['not when nothing ran', report([]), false],
  ])('%s', (_, one, success) => {
    expect(isSuccess(one)).toBe(success);
  });
});

const all = report([passed, failed, unsupported, skipped], { faults: ['requirement 6.9 is cited by no case'] });

describe('the summary', () => {
  it('says what did not pass and why, and the counts', () => {
    expect(summarise(all).split('\n')).toEqual([
      'FAULT  requirement 6.9 is cited by no case',
      'FAILED 6.1/bad: Title of 6.1/bad # <&> [6.1]',
      '       /error is "\\u{1b}[31mred", expected "x"',
      'unsupported 6.1/none: no adapters',
      'skipped 6.1/skip: skipped by name',
      '4 cases through a driver: 1 passed, 1 failed, 1 unsupported, 1 skipped',
      'does not conform',
      '',
    ]);
  });
});

describe('TAP', () => {
  it('has a line for each case and each fault', () => {
    const lines = reportTap(all).split('\n');
    expect(lines.slice(0, 3)).toEqual(['TAP version 14', '1..5', 'ok 1 - 6.1/good Title of 6.1/good \\# <&>']);
    expect(lines.filter((line) => line.startsWith('not ok'))).toHaveLength(3);
    expect(lines).toContain('ok 4 - 6.1/skip Title of 6.1/skip \\# <&> # SKIP skipped by name');
  });

  it('skips what is unsupported and allowed', () => {
    const text = reportTap({ ...all, allowUnsupported: true });
    expect(text).toContain('ok 3 - 6.1/none Title of 6.1/none \\# <&> # SKIP no adapters');
  });
});

describe('JUnit', () => {
  it('is one suite with escaped text and no control character', () => {
    const text = reportJunit(all);
    expect(text).toContain('tests="5" failures="3" skipped="1"');
    expect(text).toContain('name="6.1/good: Title of 6.1/good # &lt;&amp;&gt;" time="0.012"/>');
    expect(text).toContain('<failure>/error is &quot;\\u{1b}[31mred&quot;');
    // eslint-disable-next-line no-control-regex -- the point of this test
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

describe('JSON', () => {
  it('is one document with every result', () => {
    expect(JSON.parse(reportJson(all))).toMatchObject({
      conforms: false,
      passed: 1,
      failed: 1,
      cases: [{}, {}, {}, {}],
    });
  });
});
