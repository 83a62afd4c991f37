import { describe, expect, it } from 'vitest';
import { bearerOf } from '../../src/http/bearer.js';
import { traceparentOf } from '../../src/http/traceparent.js';

describe('bearerOf', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  a.b-c_d~e+f/g== ', 'a.b-c_d~e+f/g=='],
    ['Basic abc', undefined],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer a b', undefined],
    ['Bearer a,b', undefined],
    ['abc', undefined],
    [undefined, undefined],
  ])('%s is %s', (header, token) => expect(bearerOf(header)).toBe(token));
});

describe('traceparentOf', () => {
  const whole = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  it('takes what W3C Trace Context writes, and nothing else', () => {
    expect(traceparentOf(whole)).toBe(whole);
    for (const header of [undefined, '', whole.toUpperCase(), `${whole}0`, `${whole}\n`, [whole]])
      expect(traceparentOf(header)).toBeUndefined();
  });
});
