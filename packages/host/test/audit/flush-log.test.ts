import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeLogState } from '../../src/audit/log-state.js';
import { appendRecords, closeLog } from '../../src/audit/log-writer.js';
import { draftRecord } from '../../src/audit/record-draft.js';
import { type SampleAudit, sampleAudit, sampleEvent } from './sample-audit.js';

let sample: SampleAudit;
beforeEach(() => {
  sample = sampleAudit();
});
afterEach(async () => sample.remove());

it('moves the head after a flush that was waited for and after one in the background', async () => {
  mkdirSync(sample.directory);
  const options = { directory: sample.directory, now: () => new Date(), rotateBytes: 1e6, onNotice: () => undefined };
  const state = makeLogState(options);
  const record = draftRecord(sampleEvent('intent', 'c'), null);
  for (const [index, flushMs] of [0, 1_000, 0, 1_000].entries()) {
    state.flushMs = flushMs;
    await appendRecords(state, [record], 'named');
    expect(JSON.parse(sample.text('head.json'))).toMatchObject({
      seq: index + 1,
      hash: sample.records().at(-1)!['hash'],
    });
  }
  closeLog(state);
});
