import { describe, expect, it } from 'vitest';
import { runCase, type CaseResult } from '../src/run-case.js';
import type { ConformanceCase } from '../src/cases/conformance-case.js';
import { answering, callCase, fixtureDriver, validateCase, placeForCases } from './support.js';

const place = placeForCases();

const right = '{"ok":true,"pack_id":"demo","verb_key":"list","result":{"a":1}}';
const run = (text: string, shell?: string, one: ConformanceCase = callCase()): Promise<CaseResult> =>
  runCase(one, answering(text, shell), place);
const reasonsOf = async (result: Promise<CaseResult>): Promise<string> => (await result).reasons.join('\n');

describe('a call', () => {
  it('passes when the answer is as expected and the bin started once', async () => {
    expect(await run(right)).toMatchObject({ status: 'passed', reasons: [] });
  });

  it.each([
    ['another value', right.replace('1', '2'), '/result/a is 2, expected 1'],
    ['other digits', right.replace('1', '1.0'), '/result/a is 1.0'],
    ['a field too many', right.replace('}}', '},"step":9}'), '/step is not expected'],
    ['another order', '{"pack_id":"demo","ok":true,"verb_key":"list","result":{"a":1}}', 'in the order'],
    ['white space inside result', right.replace('"a":', '"a": '), 'white space'],
    ['escapes of its own', right.replace('"a"', '"\\u0061"'), 'spelled'],
    ['more than one line', right.replace(',"verb_key"', ',\n"verb_key"'), 'more than one line'],
    ['something that is no envelope', '[]', 'expected'],
  ])('fails for %s', async (_, text, reason) => {
    const result = await run(text);
    expect(result.status).toBe('failed');
    expect(result.reasons.join('\n')).toContain(reason);
  });

  it('fails when the bin had to start and did not', async () => {
    expect(await reasonsOf(run(right, ':'))).toContain('the bin did not start');
  });

  it('fails when the bin started twice', async () => {
    expect(await reasonsOf(run(right, 'echo a >> witness; echo b >> witness'))).toContain('started 2 times');
  });

  it('fails when the bin started and must not', async () => {
    const expected = { ok: false, pack_id: 'demo', verb_key: 'list', error: 'confirm required' };
    const refused = callCase({ expect: { envelope: expected, ran: false } });
    const text = JSON.stringify(expected);
    expect(await run(text, ':', refused)).toMatchObject({ status: 'passed' });
    expect(await reasonsOf(run(text, 'echo started >> witness', refused))).toContain('it must not');
  });

  it('fails when a process of the call is still there', async () => {
    const shell = 'echo started >> witness; sleep 5 > /dev/null 2>&1 & echo $! > pids';
    expect(await reasonsOf(run(right, shell))).toContain('processes of the call are still there');
  });

  it('passes over a process that has ended', async () => {
    expect(await run(right, 'echo started >> witness; true & echo $! > pids; wait')).toMatchObject({
      status: 'passed',
    });
  });

  it('takes any name of a runtime in the refusal of a missing adapter', async () => {
    const expected = { ok: false, pack_id: 'demo', verb_key: 'list', error: 'adapter composite not executable in hcp' };
    const one = callCase({ expect: { envelope: expected, ran: false } });
    const said = (error: string): string => JSON.stringify({ ...expected, error });
    expect(await run(said('adapter composite not executable in my-runtime 2'), ':', one)).toMatchObject({
      status: 'passed',
    });
    expect(await run(said('adapter wrap not executable in my-runtime'), ':', one)).toMatchObject({ status: 'failed' });
    expect(await run(said('adapter composite not executable in '), ':', one)).toMatchObject({ status: 'failed' });
  });

  it('fails for a pack that is not there', async () => {
    expect(await reasonsOf(run(right, ':', callCase({ packs: ['nowhere'] })))).toContain('there is no pack nowhere');
  });

  it('fails for a file that would leave the packs', async () => {
    const one = callCase({ files: { '../outside': 'x' } });
    expect(await reasonsOf(run(right, ':', one))).toContain('leaves the folder of the packs');
  });

  it('hands on what a driver cannot do', async () => {
    const result = await runCase(callCase(), fixtureDriver('unsupported.sh'), place);
    expect(result).toMatchObject({ status: 'unsupported', reasons: ['no adapters yet'] });
  });
});

describe('a validation', () => {
  const said = (valid: boolean, issues: readonly string[]): string => JSON.stringify({ valid, issues });

  it('wants valid exactly and each expected issue among those given', async () => {
    const one = validateCase({ valid: false, issues: ['invalid_meta: id is required', { $match: '^wrap: ' }] });
    const issues = ['wrap: no bin', 'invalid_meta: id is required', 'invalid_meta: /x more'];
    expect(await run(said(false, issues), ':', one)).toMatchObject({ status: 'passed' });
    expect(await run(said(false, issues.slice(1)), ':', one)).toMatchObject({ status: 'failed' });
    expect(await run(said(true, issues), ':', one)).toMatchObject({ status: 'failed' });
    expect(await run('{"valid":false}', ':', one)).toMatchObject({ status: 'failed' });
    expect(await run('{"valid":false,"issues":[{"code":"x"}]}', ':', one)).toMatchObject({ status: 'failed' });
  });

  it('wants no error of a valid pack', async () => {
    const one = validateCase({ valid: true });
    expect(await run(said(true, []), ':', one)).toMatchObject({ status: 'passed' });
    expect(await run(said(true, ['invalid_meta: x']), ':', one)).toMatchObject({ status: 'failed' });
  });
});
