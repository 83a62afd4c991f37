import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OperationPlan, ParameterPlan } from '../../src/index.js';
import { renderRequest } from '../../src/index.js';
import { requestOf } from '../plan-of.js';
import { expand } from './uri-template.js';

const parameterOf = (facts: Partial<ParameterPlan>): ParameterPlan => ({
  name: 'color',
  arg: 'color',
  in: 'query',
  required: false,
  style: 'form',
  explode: false,
  allowReserved: false,
  content: null,
  ...facts,
});

const planWith = (parameter: ParameterPlan): OperationPlan => ({
  version: 1,
  method: 'GET',
  origin: 'https://api.example',
  path: parameter.in === 'path' ? ['/x/', 0, '/end'] : ['/x'],
  parameters: [parameter],
  body: null,
  accept: '*/*',
  args: {},
  mock: 'null',
});

/** Any text but an empty one; hostile ones often. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    '..',
    '.',
    '../../admin',
    '%2e%2e',
    'a/b',
    'a?b#c',
    'a&b=c',
    ';x=1',
    '{color}',
    'ü',
    ' ',
    '%',
    '+',
    '$&',
    '\\',
  ),
);
// eslint-disable-next-line no-control-regex -- what a path cannot hold
const printable = text.filter((one) => !/[\u0000-\u001f\u007f]/.test(one));
const list = fc.array(printable, { minLength: 1, maxLength: 5 });
const record = fc.dictionary(
  printable.filter((one) => one !== '__proto__'),
  printable,
  { minKeys: 1, maxKeys: 4 },
);
const value = fc.oneof(printable, list, record);

describe('a value written by style', () => {
  it.each([
    ['path', 'simple', false, '{color}'],
    ['path', 'simple', true, '{color*}'],
    ['path', 'label', false, '{.color}'],
    ['path', 'label', true, '{.color*}'],
    ['path', 'matrix', false, '{;color}'],
    ['path', 'matrix', true, '{;color*}'],
    ['query', 'form', false, '{?color}'],
    ['query', 'form', true, '{?color*}'],
  ] as const)('%s %s explode=%j is what RFC 6570 makes of %s', (...[place, style, explode, expression]) => {
    fc.assert(
      fc.property(value, (color) => {
        const parameter = parameterOf({ in: place, style, explode, required: place === 'path' });
        const rendered = renderRequest(planWith(parameter), { color });
        const expected = expand(expression, color);
        if (place === 'path' && /^(?:\.|%2e){1,2}$/i.test(expected)) {
          expect(rendered).toMatchObject({ ok: false });
          return;
        }
        const target = rendered.ok ? rendered.request.target : rendered.reason;
        expect(target).toBe(place === 'path' ? `/x/${expected}/end` : `/x${expected}`);
      }),
      { numRuns: 400 },
    );
  });
});

describe('arguments are data', () => {
  it('never leave their path segment: a server that decodes once reads the value and nothing else', () => {
    fc.assert(
      fc.property(printable, (color) => {
        const rendered = renderRequest(planWith(parameterOf({ in: 'path', style: 'simple', required: true })), {
          color,
        });
        if (!rendered.ok) {
          expect(['.', '..', '%2e', '%2E', '%2e%2e']).toContain(color);
          return;
        }
        const url = new URL(`https://api.example${rendered.request.target}`);
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'x', color, 'end']);
        expect(url.search + url.hash).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['form', false],
    ['form', true],
    ['deepObject', true],
  ] as const)('style %s explode=%j adds no parameter to the query that the value does not have', (style, explode) => {
    fc.assert(
      fc.property(fc.oneof(style === 'deepObject' ? record : fc.oneof(printable, list)), (color) => {
        const { target } = requestOf(planWith(parameterOf({ style, explode })), { color });
        const url = new URL(`https://api.example${target}`);
        const names = [...url.searchParams.keys()];
        const expected =
          style === 'deepObject'
            ? Object.keys(color).map((key) => `color[${key}]`)
            : explode && Array.isArray(color)
              ? color.map(() => 'color')
              : ['color'];
        expect(names).toEqual(expected);
        expect(url.hash).toBe('');
        if (typeof color === 'string') expect(url.searchParams.get('color')).toBe(color);
        if (explode && Array.isArray(color)) expect(url.searchParams.getAll('color')).toEqual(color);
      }),
      { numRuns: 300 },
    );
  });

  it('with allowReserved add no parameter, end no query and keep what needs no escape', () => {
    fc.assert(
      fc.property(printable, (color) => {
        const { target } = requestOf(planWith(parameterOf({ allowReserved: true })), { color });
        const url = new URL(`https://api.example${target}`);
        expect([...url.searchParams.keys()]).toEqual(['color']);
        expect(url.hash).toBe('');
      }),
    );
  });

  it('make no request whose target or headers hold a character that HTTP has no place for', () => {
    fc.assert(
      fc.property(fc.constantFrom('path', 'query', 'header', 'cookie'), fc.jsonValue(), (place, color) => {
        const style = place === 'path' || place === 'header' ? 'simple' : 'form';
        const rendered = renderRequest(planWith(parameterOf({ in: place, style })), { color });
        if (!rendered.ok) {
          expect(rendered.reason).toMatch(/^\/color[/ ]/);
          return;
        }
        expect(rendered.request.target).toMatch(/^\/[!-~]*$/);
        for (const header of Object.values(rendered.request.headers)) expect(header).toMatch(/^[\t -~]*$/);
      }),
      { numRuns: 500 },
    );
  });
});
