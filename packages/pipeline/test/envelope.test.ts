import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEnvelope } from '../src/index.js';

const reason = (text: string | Uint8Array): string => {
  const parsed = parseEnvelope(text);
  return parsed.ok ? 'ok' : parsed.reason;
};

describe('parseEnvelope', () => {
  it('takes the envelope of §6.1', () => {
    expect(parseEnvelope('{"pack_id":"ledger","verb_key":"transfer","args":{"amount":10,"confirm":true}}')).toEqual({
      ok: true,
      envelope: { packId: 'ledger', verbKey: 'transfer', args: { amount: 10, confirm: true } },
    });
  });

  it('takes surface_id for pack_id, defaults args, ignores unknown fields', () => {
    const parsed = parseEnvelope('{"surface_id":"ledger","verb_key":"list","extra":[1],"args_":null}');
    expect(parsed).toEqual({ ok: true, envelope: { packId: 'ledger', verbKey: 'list', args: {} } });
    expect(reason('{"pack_id":"a","surface_id":"a","verb_key":"v"}')).toBe('ok');
  });

  it.each([
    ['', 'not JSON: it ends too early (line 1, column 1)'],
    ['[]', '/ must be an object'],
    ['null', '/ must be an object'],
    ['"x"', '/ must be an object'],
    ['{}', '/pack_id must be a non-empty string'],
    ['{"pack_id":"","verb_key":"v"}', '/pack_id must be a non-empty string'],
    ['{"pack_id":null,"verb_key":"v"}', '/pack_id must be a non-empty string'],
    ['{"pack_id":7,"verb_key":"v"}', '/pack_id must be a non-empty string'],
    ['{"pack_id":null,"surface_id":"a","verb_key":"v"}', '/pack_id must be a non-empty string'],
    ['{"pack_id":"a","surface_id":"b","verb_key":"v"}', '/surface_id differs from /pack_id; send one of the two'],
    ['{"pack_id":"a","surface_id":null,"verb_key":"v"}', '/surface_id differs from /pack_id; send one of the two'],
    ['{"pack_id":"a"}', '/verb_key must be a non-empty string'],
    ['{"pack_id":"a","verb_key":["v"]}', '/verb_key must be a non-empty string'],
    ['{"pack_id":"a","verb_key":"v","args":null}', '/args must be an object'],
    ['{"pack_id":"a","verb_key":"v","args":[]}', '/args must be an object'],
    ['{"pack_id":"a","verb_key":"v","args":"x"}', '/args must be an object'],
    ['\uFEFF{"pack_id":"a","verb_key":"v"}', 'starts with a byte order mark'],
    [
      '{"pack_id":"a","verb_key":"v","args":{"id":9007199254740993}}',
      '/args/id is an integer JSON cannot carry exactly; send it as a string',
    ],
  ])('refuses %j', (text, expected) => {
    expect(reason(text)).toBe(expected);
  });

  it('names a key that stands twice, also when spelled with an escape', () => {
    expect(reason('{"pack_id":"a","verb_key":"v","args":{"confirm":false,"c\\u006fnfirm":true}}')).toContain(
      'duplicate key "confirm" in /args',
    );
  });

  it('takes an envelope of exactly 1 MiB and calls a larger one too large', () => {
    const head = '{"pack_id":"a","verb_key":"v","args":{"x":"';
    const fill = (size: number): string => `${head}${'y'.repeat(size - head.length - 3)}"}}`;
    expect(reason(fill(1024 * 1024))).toBe('ok');
    expect(parseEnvelope(fill(1024 * 1024 + 1))).toEqual({
      ok: false,
      tooLarge: true,
      reason: 'more than 1048576 bytes',
    });
  });

  it('takes depth 64 and refuses 65, the envelope counting one', () => {
    const deep = (levels: number): string =>
      `{"pack_id":"a","verb_key":"v","args":{"x":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    expect(reason(deep(62))).toBe('ok');
    expect(reason(deep(63))).toContain('nested deeper than 64 levels');
  });

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(['ok', 'string']).toContain(parseEnvelope(bytes).ok ? 'ok' : typeof reason(bytes));
      }),
    );
  });
});
