import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../src/run-case.js';
import { runTwinCase } from '../src/run-twin-case.js';
import { answering, callCase, fixtureDriver, placeForCases, validateCase } from './support.js';

const place = placeForCases();
const loose = { envelope: { ok: true, pack_id: 'demo', verb_key: 'list', result: { $any: true } }, ran: true };
const right = '{"ok":true,"pack_id":"demo","verb_key":"list","result":{"a":1}}';
const one = callCase({ expect: loose });
const run = (first: string, second: string): Promise<CaseResult> =>
  runTwinCase(one, { first: answering(first), second: answering(second) }, place);

describe('a call through two faces', () => {
  it('passes when both answer the same bytes, one newline at the end aside', async () => {
    expect(await run(right, right)).toMatchObject({ status: 'passed', reasons: [] });
    const without = answering('', `echo started >> witness; printf %s '${right}'; exit`);
    expect(await runTwinCase(one, { first: answering(right), second: without }, place)).toMatchObject({
      status: 'passed',
    });
  });

  it.each([
    ['other digits', right.replace('1', '1.0')],
    ['other escapes', right.replace('"a"', '"\\u0061"')],
    ['a blank at the end', `${right} `],
  ])('fails for %s, though each is as expected', async (_, other) => {
    const result = await run(right, other);
    expect(result).toMatchObject({ status: 'failed', reasons: [expect.stringContaining('the two answers differ')] });
  });

  it.each([
    ['the first', 'x', right],
    ['the second', right, 'x'],
  ])('fails when only %s is not as expected', async (_, first, second) => {
    expect(await run(first, second)).toMatchObject({ status: 'failed' });
  });

  it('fails when both are the same and not as expected', async () => {
    const wrong = right.replace('true', 'false');
    const { status, reasons } = await run(wrong, wrong);
    expect([status, reasons.length]).toEqual(['failed', 2]);
  });

  it('is skipped when one face cannot express it, and the other is judged all the same', async () => {
    const mute = fixtureDriver('unsupported.sh');
    const skipped = await runTwinCase(one, { first: mute, second: answering(right) }, place);
    expect(skipped).toMatchObject({ status: 'skipped', reasons: [expect.stringContaining('no adapters yet')] });
    const failed = await runTwinCase(one, { first: mute, second: answering('{}') }, place);
    expect(failed.status).toBe('failed');
  });

  it('gives a case of another op to the first face alone', async () => {
    const valid = validateCase({ valid: true });
    const twins = { first: answering('{"valid":true,"issues":[]}'), second: answering('no JSON') };
    expect(await runTwinCase(valid, twins, place)).toMatchObject({ status: 'passed' });
  });

  it('finds both at the same paths, the first one’s things gone', async () => {
    const naming = answering(
      right,
      'echo started >> witness; pwd >> ../../../kept/paths; ls ../../.. >> ../../../kept/paths',
    );
    await runTwinCase(one, { first: naming, second: naming }, place);
    const lines = readFileSync(join(place.root, 'kept', 'paths'), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.slice(0, lines.length / 2)).toEqual(lines.slice(lines.length / 2));
  });
});
