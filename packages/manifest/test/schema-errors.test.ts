import { describe, expect, it } from 'vitest';
import { formatIssue } from '../src/issue.js';
import { issuesOfSchemaErrors } from '../src/schema-errors.js';

const error = (
  keyword: string,
  params: Record<string, unknown>,
  instancePath = '/a',
): object & {
  keyword: string;
  params: Record<string, unknown>;
  instancePath: string;
  schemaPath: string;
} => ({ keyword, params, instancePath, schemaPath: `#/${keyword}` });
const printed = (errors: Parameters<typeof issuesOfSchemaErrors>[0], value: unknown): string[] =>
  issuesOfSchemaErrors(errors, { value }).map(formatIssue);

describe('issuesOfSchemaErrors', () => {
  it('points at a missing and at an unknown member itself, escaped as RFC 6901 asks', () => {
    const errors = [
      error('required', { missingProperty: 'a/b' }, ''),
      error('additionalProperties', { additionalProperty: 'c~d' }, '/x'),
    ];
    expect(printed(errors, { x: { 'c~d': 1 } })).toEqual([
      'invalid_meta: /a~1b is required',
      'invalid_meta: /x/c~0d is not a known member; remove it or correct its name',
    ]);
  });

  it('names the rule and the value received', () => {
    const errors = [
      error('minimum', { limit: 1 }),
      error('pattern', { pattern: '^a$' }, '/b'),
      error('type', { type: ['string', 'null'] }, '/c'),
      error('enum', { allowedValues: ['x'] }, '/d'),
    ];
    expect(printed(errors, { a: 0, b: 'b', c: [], d: 'y'.repeat(200) })).toEqual([
      'invalid_meta: /a must be at least 1, not 0',
      'invalid_meta: /b must match the pattern "^a$", not "b"',
      'invalid_meta: /c must be a string or null, not an array',
      `invalid_meta: /d must be "x", not "${'y'.repeat(79)}…`,
    ]);
  });

  it('does not list allowed values for a value of another type', () => {
    const errors = [error('type', { type: 'string' }), error('enum', { allowedValues: ['x', 'y'] })];
    expect(printed(errors, { a: 1 })).toEqual(['invalid_meta: /a must be a string, not a number']);
  });

  it('names a keyword it has no words for', () => {
    expect(printed([error('x-rule', {})], { a: 1 })).toEqual(['invalid_meta: /a violates "x-rule" of its schema']);
  });
});
