import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { satisfiesConfirm, splitReservedArgs } from '../src/index.js';

type Args = Readonly<Record<string, unknown>>;

function json(text: string): Args {
  return JSON.parse(text) as Args;
}

const notTrue: readonly unknown[] = [
  'true',
  1,
  'yes',
  [true],
  { confirm: true },
  null,
  false,
  '',
  0,
  undefined,
  Object(true),
];

describe('satisfiesConfirm', () => {
  test.each(['confirm', 'apply'])('%s satisfies a gate as the JSON boolean true.', (key) => {
    expect(satisfiesConfirm({ [key]: true })).toBe(true);
  });

  test('Nothing else satisfies a gate.', () => {
    for (const value of notTrue) {
      expect(satisfiesConfirm({ confirm: value, apply: value })).toBe(false);
    }
    expect(satisfiesConfirm({})).toBe(false);
    expect(satisfiesConfirm({ Confirm: true, 'confirm ': true, confirmed: true, yes: true })).toBe(false);
  });

  test('One of the two is enough, whatever the other holds.', () => {
    expect(satisfiesConfirm({ confirm: false, apply: true })).toBe(true);
    expect(satisfiesConfirm({ confirm: true, apply: 'no' })).toBe(true);
  });

  test('An inherited confirm satisfies nothing.', () => {
    expect(satisfiesConfirm(Object.create({ confirm: true, apply: true }) as Args)).toBe(false);
    expect(satisfiesConfirm(json('{"__proto__":{"confirm":true}}'))).toBe(false);
  });
});

describe('splitReservedArgs', () => {
  test('confirm and apply are taken out whatever they hold.', () => {
    for (const value of [true, ...notTrue]) {
      const split = splitReservedArgs({}, { confirm: value, apply: value, amount: 10 });
      expect(split).toEqual({ args: { amount: 10 }, confirmed: value === true, mock: false });
    }
  });

  test('mode is taken out when it is exactly "mock" and stays otherwise.', () => {
    expect(splitReservedArgs({}, { mode: 'mock', a: 1 })).toEqual({ args: { a: 1 }, confirmed: false, mock: true });
    for (const mode of ['Mock', 'mock ', '', null, true, ['mock'], 'local']) {
      expect(splitReservedArgs({}, { mode })).toEqual({ args: { mode }, confirmed: false, mock: false });
    }
  });

  test('What is only inherited is no argument.', () => {
    const args = Object.create({ confirm: true, mode: 'mock', a: 1 }) as Args;
    expect(splitReservedArgs({}, args)).toEqual({ args: {}, confirmed: false, mock: false });
  });

  test('A key that the operation of an OpenAPI document declares is read and also passed on.', () => {
    expect(splitReservedArgs({}, { confirm: true, apply: true, mode: 'mock' }, ['confirm', 'mode'])).toEqual({
      args: { confirm: true, mode: 'mock' },
      confirmed: true,
      mock: true,
    });
  });

  test('A key that the schema declares at its root is read and also passed on.', () => {
    const args = { type: 'object', properties: { confirm: { type: 'boolean' }, mode: {} } };
    expect(splitReservedArgs({ args }, { confirm: true, apply: true, mode: 'mock' })).toEqual({
      args: { confirm: true, mode: 'mock' },
      confirmed: true,
      mock: true,
    });
    expect(splitReservedArgs({ args }, { confirm: 'no' })).toEqual({
      args: { confirm: 'no' },
      confirmed: false,
      mock: false,
    });
  });

  test.each([
    true,
    false,
    {},
    { properties: null },
    { properties: 'confirm' },
    { properties: ['confirm'] },
    { properties: { Confirm: {} } },
    { properties: Object.create({ confirm: {}, apply: {}, mode: {} }) as object },
    { required: ['confirm', 'apply', 'mode'] },
    { allOf: [{ properties: { confirm: {}, apply: {}, mode: {} } }] },
    { properties: { inner: { properties: { confirm: {}, apply: {}, mode: {} } } } },
    json('{"__proto__":{"properties":{"confirm":{}}}}'),
    Object.create({ properties: { confirm: {}, apply: {}, mode: {} } }) as Args,
  ])('The schema %j declares none of them.', (args) => {
    expect(splitReservedArgs({ args }, { confirm: true, apply: true, mode: 'mock', inner: 1 }).args).toEqual({
      inner: 1,
    });
  });

  test('Reserved keys inside a value are that value.', () => {
    const args = { deep: { confirm: true, mode: 'mock' }, list: ['confirm'] };
    expect(splitReservedArgs({}, args)).toEqual({ args, confirmed: false, mock: false });
  });

  test('Prototype names stay ordinary own arguments.', () => {
    const { args } = splitReservedArgs({}, json('{"__proto__":{"a":1},"constructor":2,"toString":3,"confirm":true}'));
    expect(Object.keys(args)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(JSON.stringify(args)).toBe('{"__proto__":{"a":1},"constructor":2,"toString":3}');
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
  });

  test('Every other argument stays as it is and in its order, and the input is never changed.', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('confirm', 'apply', 'mode', '__proto__'));
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(true, 'mock'));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (entries) => {
        const args = Object.freeze(Object.fromEntries(entries));
        const before = JSON.stringify(args);
        const split = splitReservedArgs({}, args);
        const kept = Object.entries(args).filter(
          ([key, held]) => key !== 'confirm' && key !== 'apply' && !(key === 'mode' && held === 'mock'),
        );
        expect(Object.entries(split.args)).toEqual(kept);
        expect(JSON.stringify(args)).toBe(before);
        expect(splitReservedArgs({}, split.args)).toEqual({ args: split.args, confirmed: false, mock: false });
      }),
    );
  });
});
