import { createHash, createHmac } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordFields } from '../../src/audit/record-fields.js';
import { readRecord, sealRecord } from '../../src/audit/record-line.js';
import { draftRecord } from '../../src/audit/record-draft.js';
import { canonicalText } from '../../src/audit/stored-json.js';
import { refusal, runCall, type SampleAudit, sampleAudit, sampleEvent, type Values } from './sample-audit.js';

let sample: SampleAudit;
beforeEach(() => {
  sample = sampleAudit();
});
afterEach(async () => sample.remove());

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a record', () => {
  it('holds exactly the fields of the profile, in their order', async () => {
    await runCall(sample.open(), 'call-1');
    const [intent, outcome] = sample.records();
    expect(Object.keys(intent!)).toEqual(recordFields.filter((field) => field !== 'details'));
    expect(intent).toMatchObject({
      v: 1,
      seq: 1,
      event: 'intent',
      call_id: 'call-1',
      face: 'cli',
      principal: 'ada',
      pack_id: 'ledger',
      args: { amount: 10, pin: '[redacted]' },
      step: '6c',
      ok: null,
      duration_ms: 1.5,
      prev: '0'.repeat(64),
    });
    expect(intent!['ts']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(outcome).toMatchObject({ seq: 2, event: 'outcome', ok: true, exit_code: 0, prev: intent!['hash'] });
  });

  it('is hashed over its RFC 8785 form without the hash', async () => {
    await runCall(sample.open(), 'call-1');
    for (const { hash, ...rest } of sample.records()) expect(hash).toBe(sha256(canonicalize(rest)!));
  });

  it('carries the HMAC of the arguments as sent, under the key of the home, and never the arguments', async () => {
    await runCall(sample.open(), 'call-1');
    const keyFile = join(sample.home, 'audit-hmac.key');
    const key = readFileSync(keyFile);
    expect(key).toHaveLength(32);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const hmac = createHmac('sha256', key).update('{"amount":10,"pin":"4711"}').digest('hex');
    for (const record of sample.records()) expect(record['args_hmac']).toBe(hmac);
    expect(sample.text()).not.toContain('4711');
  });

  it('is one line of printable text whatever it holds, and reads back as it was', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\n',
        '\r\n',
        '\u2028\u2029',
        '\u001b[2J',
        '\u0085\u009b',
        '\u202e',
        '\ufeff',
        '\0',
        '"}\n{"v":1',
        '\ud800',
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, fc.dictionary(hostile, fc.jsonValue()), (text, error, args) => {
        const fields = { ...sampleEvent('denial', text), error, pack_id: text, redacted_args: args };
        const { line, hash } = sealRecord(draftRecord(fields, null), {
          seq: 7,
          ts: '2026-01-01T00:00:00.000Z',
          prev: hash0,
        });
        // eslint-disable-next-line no-control-regex
        expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/);
        const record = readRecord(Buffer.from(line.slice(0, -1)));
        expect(record).toMatchObject({ seq: 7, prev: hash0, hash });
        expect(record!.values['pack_id']).toBe(text.toWellFormed());
        const { hash: stored, ...rest } = record!.values;
        expect(stored).toBe(sha256(canonicalize(rest)!));
      }),
    );
  });

  it('has one spelling: no change of a byte reads as a record', () => {
    const { line } = sealRecord(draftRecord(sampleEvent('intent', 'c'), 'a'.repeat(64)), place);
    const bytes = Buffer.from(line.slice(0, -1));
    expect(readRecord(bytes)).toBeDefined();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
        const edited = Buffer.from(bytes);
        edited[index] = edited[index]! ^ change;
        expect(readRecord(edited)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
    const values = JSON.parse(line) as Values;
    expect(readRecord(Buffer.from(JSON.stringify({ seq: 1, ...values })))).toBeUndefined();
    expect(readRecord(Buffer.from(` ${line.trimEnd()}`))).toBeUndefined();
    expect(readRecord(Buffer.from(line.replace('"seq":7', '"seq":6,"seq":7')))).toBeUndefined();
    expect(readRecord(Buffer.from(`${line.trimEnd()}\r`))).toBeUndefined();
    expect(readRecord(Buffer.from('{}'))).toBeUndefined();
    expect(readRecord(Buffer.from('null'))).toBeUndefined();
    expect(readRecord(Buffer.alloc(100))).toBeUndefined();
  });
});

const hash0 = '0'.repeat(64);
const place = { seq: 7, ts: '2026-01-01T00:00:00.000Z', prev: hash0 };
const valuesOf = (fields: Parameters<typeof draftRecord>[0]): Values =>
  JSON.parse(sealRecord(draftRecord(fields, null), place).line) as Values;

describe('what an invoker sends', () => {
  it('keeps prototype names as ordinary arguments', () => {
    const args = JSON.parse('{"__proto__":{"a":1},"constructor":2,"toString":3}') as Values;
    expect(JSON.stringify(valuesOf({ ...sampleEvent('denial', 'c'), redacted_args: args })['args'])).toBe(
      '{"__proto__":{"a":1},"constructor":2,"toString":3}',
    );
    expect(canonicalText(JSON.parse('{"\\ud800":1,"__proto__":{"b":"\\udfff"}}'))).toBe(
      '{"__proto__":{"b":"\ufffd"},"\ufffd":1}',
    );
  });

  it('replaces lone surrogates in names and values, and leaves pairs alone', () => {
    const args = { 'a\ud800': ['\udc00', '😀'] };
    expect(valuesOf({ ...sampleEvent('denial', 'c'), redacted_args: args })['args']).toEqual({
      'a\ufffd': ['\ufffd', '😀'],
    });
  });

  it('leaves out arguments over 64 KiB, saying how many bytes they had', async () => {
    const audit = sample.open();
    const args = { text: 'é'.repeat(40_000) };
    await audit.intent(sampleEvent('intent', 'c', { args, redacted_args: args }));
    const fits = { text: 'x'.repeat(65_000) };
    await audit.outcome(sampleEvent('outcome', 'c', { args: fits, redacted_args: fits }));
    const [large, small] = sample.records();
    expect(large!['args']).toEqual({ '[omitted]': '80011 bytes' });
    expect(large!['args_hmac']).toMatch(/^[0-9a-f]{64}$/);
    expect(small!['args']).toEqual(fits);
    expect((await audit.verify()).ok).toBe(true);
  });

  it('bounds every text, so that a denied call cannot fill the disk', () => {
    const long = 'x'.repeat(1_000_000);
    const fields = sampleEvent('denial', long, {
      pack_id: long,
      verb_key: long,
      error: long,
      traceparent: long,
      session_id: long,
    });
    const { line } = sealRecord(draftRecord(fields, null), place);
    expect(line.length).toBeLessThan(20_000);
    expect(String(valuesOf(fields)['error'])).toMatch(/^x{8192}… \[991808 more characters\]$/);
  });

  it('refuses what JSON cannot hold and writes nothing of it', async () => {
    const audit = sample.open();
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    for (const args of [circular, { big: 10n }, undefined as unknown as Values]) {
      const error = await refusal(audit.denial(sampleEvent('denial', 'c', { redacted_args: args, args: circular })));
      expect(error.code).toBe('audit_unserialisable');
    }
    await audit.denial(sampleEvent('denial', 'after'));
    expect(sample.records().map((record) => record['call_id'])).toEqual(['after']);
  });
});
