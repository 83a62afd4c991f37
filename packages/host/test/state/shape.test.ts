import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  closed,
  isBoolean,
  isCount,
  isString,
  isText,
  listOf,
  mapOf,
  oneOf,
  optional,
  orNull,
} from '../../src/state/shape.js';

const shape = closed({ name: isString, tags: optional(listOf(isString)), limits: optional(mapOf(isString, isCount)) });

test.each([
  [{ name: 'a' }, undefined],
  [{ name: 'a', tags: [], limits: {} }, undefined],
  [{ name: 1 }, '/name must be a string, received number'],
  [{}, '/name is required'],
  [[], '/ must be an object, received array'],
  [null, '/ must be an object, received null'],
  [{ name: 'a', tags: ['x', null] }, '/tags/1 must be a string, received null'],
  [{ name: 'a', limits: { 'a/b~c': 0 } }, '/limits/a~1b~0c must be an integer above 0, received 0'],
  [{ name: 'a', limits: { a: 1.5 } }, '/limits/a must be an integer above 0, received 1.5'],
  [{ name: 'a', limits: { a: '1' } }, '/limits/a must be an integer above 0, received string'],
  [{ name: 'a', nmae: 'b' }, '/nmae is not known here; known are name, tags, limits'],
])('%j is judged as %j', (value, expected) => {
  expect(shape(value, '/')).toBe(expected);
});

test('A member of the prototype is neither present nor known', () => {
  const hostile = JSON.parse('{ "__proto__": { "name": "a" } }') as unknown;
  expect(shape(hostile, '/')).toBe('/__proto__ is not known here; known are name, tags, limits');
  expect(closed({ constructor: isString })({}, '/')).toBe('/constructor is required');
});

test('One of several words, null or a boolean are told from anything else', () => {
  expect(orNull(isString)(null, '/')).toBeUndefined();
  expect(isBoolean('true', '/')).toBe('/ must be a boolean, received string');
  expect(oneOf('none', 'host')('hots', '/network')).toBe('/network must be one of "none", "host", received "hots"');
  expect(isText('short', (text) => text.length < 3)('long', '/')).toBe('/ must be short, received "long"');
});

test('No value of any kind makes a shape throw', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const wrong = shape(value, '/');
      expect(wrong === undefined || wrong.startsWith('/')).toBe(true);
    }),
  );
});
