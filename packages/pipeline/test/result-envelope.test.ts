import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invalidEnvelopeResult, plainResult, resultOf, serializeResult } from '../src/index.js';

describe('resultOf', () => {
  it.each([
    ['{"id": 12345678901234567890, "x": 1.10, "y": 1E5}\n', '{"id":12345678901234567890,"x":1.10,"y":1E5}'],
    ['{"b":1,"a":2}', '{"b":1,"a":2}'],
    ['"caf\\u00e9 \\ud83d"', '"caf\\u00e9 \\ud83d"'],
    ['\uFEFF[1, 2]', '[1,2]'],
    [' null ', 'null'],
    ['0', '0'],
    ['false', 'false'],
  ])('keeps the tokens of %j', (output, json) => {
    expect(resultOf(output).json).toBe(json);
  });

  it.each([
    ['', '""'],
    ['done\n', '"done\\n"'],
    ['log line\n{"a":1}', '"log line\\n{\\"a\\":1}"'],
    ['{"a":1}\n{"a":2}\n', '"{\\"a\\":1}\\n{\\"a\\":2}\\n"'],
    ['{"a":1,"a":2}', '"{\\"a\\":1,\\"a\\":2}"'],
    ['\uFEFF\uFEFF1', '"\uFEFF\uFEFF1"'],
    ['\uFEFFtext', '"\uFEFFtext"'],
    ['NaN', '"NaN"'],
  ])('takes %j, which is not exactly one JSON text, whole as a string', (output, json) => {
    expect(resultOf(output).json).toBe(json);
  });

  it('takes depth 512 as JSON and deeper output as a string', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(resultOf(nested(512)).json).toBe(nested(512));
    expect(resultOf(nested(513)).json).toBe(JSON.stringify(nested(513)));
  });
});

describe('serializeResult', () => {
  it('puts the fields in the order of profile P1 and leaves out what is absent', () => {
    const base = { pack_id: 'a', verb_key: 'b' };
    expect(serializeResult({ ok: true, ...base, result: { json: '{}' }, stderr: 'w' })).toBe(
      '{"ok":true,"pack_id":"a","verb_key":"b","result":{},"stderr":"w"}',
    );
    expect(serializeResult({ ok: false, ...base, error: 'e', stdout: 'o', stderr: 'e' })).toBe(
      '{"ok":false,"pack_id":"a","verb_key":"b","error":"e","stdout":"o","stderr":"e"}',
    );
    expect(serializeResult(invalidEnvelopeResult('/ must be an object'))).toBe(
      '{"ok":false,"pack_id":"","verb_key":"","error":"invalid envelope: / must be an object"}',
    );
  });

  it('is one line of JSON for any texts, and reads back as what it was made of', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.tuple(text, text, text), fc.jsonValue(), ([pack, verb, error], value) => {
        const failed = { ok: false as const, pack_id: pack, verb_key: verb, error, stderr: error };
        expect(plainResult(failed)).toEqual(failed);
        const json = JSON.stringify(value);
        const line = serializeResult({
          ok: true,
          pack_id: pack,
          verb_key: verb,
          result: resultOf(JSON.stringify(value, null, 2)),
        });
        expect(line).not.toMatch(/[\r\n]/);
        expect(JSON.parse(line)).toEqual({
          ok: true,
          pack_id: pack,
          verb_key: verb,
          result: JSON.parse(json) as unknown,
        });
      }),
    );
  });
});
