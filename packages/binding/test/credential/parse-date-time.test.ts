import { assert, date, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDateTime } from '../../src/credential/parse-date-time.js';

describe('parseDateTime', () => {
  test.each([
    ['1970-01-01T00:00:00Z', 0],
    ['2030-01-31t12:00:00z', Date.UTC(2030, 0, 31, 12)],
    ['2030-01-31T12:00:00+01:30', Date.UTC(2030, 0, 31, 10, 30)],
    ['2030-01-31T12:00:00-00:00', Date.UTC(2030, 0, 31, 12)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2030-01-31T12:00:00.5Z', Date.UTC(2030, 0, 31, 12, 0, 0, 500)],
    ['2030-01-31T12:00:00.123999Z', Date.UTC(2030, 0, 31, 12, 0, 0, 123)],
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
    ['2017-01-01T00:59:60+01:00', Date.UTC(2017, 0, 1)],
    ['0001-01-01T00:00:00Z', Date.parse('0001-01-01T00:00:00Z')],
  ])('%s is %d', (text, moment) => {
    expect(parseDateTime(text)).toBe(moment);
  });

  test.each([
    '',
    '2030-01-31',
    '2030-01-31 12:00:00Z',
    '2030-01-31T12:00:00',
    '2030-01-31T12:00Z',
    '2030-01-31T12:00:00.Z',
    '2030-01-31T12:00:00+0100',
    '2030-01-31T12:00:00+01',
    '2030-02-29T00:00:00Z',
    '2030-04-31T00:00:00Z',
    '2030-00-10T00:00:00Z',
    '2030-13-10T00:00:00Z',
    '2030-01-00T00:00:00Z',
    '2030-01-31T24:00:00Z',
    '2030-01-31T12:60:00Z',
    '2030-01-31T12:00:61Z',
    '2030-01-31T12:00:60Z',
    '2030-01-31T12:00:00+24:00',
    '2030-01-31T12:00:00+00:60',
    '+2030-01-31T12:00:00Z',
    '2030-01-31T12:00:00Z\n',
    ' 2030-01-31T12:00:00Z',
    'Thu, 31 Jan 2030 12:00:00 GMT',
    '1893456000',
  ])('%j is none', (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });

  test('reads every moment back, at every offset', () => {
    const moments = date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9998-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    assert(
      property(moments, integer({ min: -1439, max: 1439 }), (moment, offset) => {
        const shifted = new Date(moment.getTime() + offset * 60_000).toISOString().replace('Z', '');
        const size = Math.abs(offset);
        const part = (value: number): string => String(value).padStart(2, '0');
        const text = `${shifted}${offset < 0 ? '-' : '+'}${part(Math.floor(size / 60))}:${part(size % 60)}`;
        expect(parseDateTime(text)).toBe(moment.getTime());
      }),
    );
  });
});
