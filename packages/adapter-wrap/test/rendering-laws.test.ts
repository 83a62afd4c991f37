import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderArgv } from '../src/index.js';
import { cliRequest } from './sample-request.js';

const printArgv = fileURLToPath(new URL('fixtures/print-argv.mjs', import.meta.url));

/** What a real child says its argv is. */
function argvOfChild(argv: readonly string[]): readonly string[] {
  const output = execFileSync(process.execPath, [printArgv, ...argv], { encoding: 'utf8' });
  return JSON.parse(output) as readonly string[];
}

/** Text that trips shells, templates and replacement patterns. */
const trickyText = fc.constantFrom(
  '{{other}}',
  '{{value}}',
  '{{verb}}',
  '{{',
  '}}',
  '$&',
  '$1',
  '$$',
  "$'",
  '$`',
  '$(touch x)',
  '`id`',
  '; rm -rf /',
  '"',
  "'",
  '\\',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '*',
  '~',
  '%PATH%',
  '😀',
  'é',
  'e\u0301',
  '\u202e',
  '\u001b[31m',
  '=',
  ',',
  '--',
);
const text = fc
  .array(fc.oneof(trickyText, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 6 })
  .map((parts) => parts.join(''))
  .filter((joined) => joined.isWellFormed() && !joined.includes('\0'));
/** A token whose text before the placeholder keeps it out of the rule on dashes. */
const template = fc.array(fc.constantFrom('a', 'x{{value}}', '--f={{value}}', 'y{{value}}-{{other}}', '--', '-v'), {
  maxLength: 8,
});
const scalar = fc.oneof(text, fc.boolean(), fc.integer(), fc.constantFrom(0, -0, 0.1, -1.25));
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }), fc.constant(null));

describe('laws of rendering', () => {
  test('Inserted text is inserted as it is and is never looked at again.', () => {
    fc.assert(
      fc.property(text, text, (inserted, other) => {
        expect(renderArgv(cliRequest(['x{{value}}', 'y{{value}}{{other}}z'], { value: inserted, other }))).toEqual({
          ok: true,
          argv: [`x${inserted}`, `y${inserted}${other}z`, '--json'],
        });
      }),
    );
  });

  test('Every token gives exactly one element, save those that the rule of empty values removes.', () => {
    fc.assert(
      fc.property(template, value, value, (tokens, one, other) => {
        const rendered = renderArgv(cliRequest(tokens, { value: one, other }));
        const isEmpty = one === null || one === '' || (Array.isArray(one) && one.join(',') === '');
        const expected = tokens.filter((token) => !(token === '--f={{value}}' && isEmpty));
        expect(rendered.ok && rendered.argv.length).toBe(expected.length + 1);
      }),
    );
  });

  test('Each element starts as its template token does, so no element comes from an argument alone.', () => {
    fc.assert(
      fc.property(
        template,
        text.filter((candidate) => candidate !== ''),
        (tokens, inserted) => {
          const rendered = renderArgv(cliRequest(tokens, { value: inserted, other: inserted }));
          const starts = [...tokens.map((token) => token.split('{{')[0] ?? ''), '--json'];
          expect(rendered.ok && rendered.argv.every((element, index) => element.startsWith(starts[index] ?? '?'))).toBe(
            true,
          );
        },
      ),
    );
  });

  test('A text alone in its token either becomes that one element or is refused, and an option is always refused.', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (inserted) => {
        const rendered = renderArgv(cliRequest(['{{value}}'], { value: inserted }));
        const carried = !inserted.startsWith('-') && !inserted.includes('\0') && inserted.isWellFormed();
        const argv = inserted === '' ? ['--json'] : [inserted, '--json'];
        if (carried) expect(rendered).toEqual({ ok: true, argv });
        else expect(rendered).toEqual({ ok: false, reason: expect.stringMatching(/^\/value /) as unknown });
      }),
    );
  });

  test('Any JSON value renders or is refused by its pointer; none throws, and the arguments stay as they were.', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ minLength: 1 }), (inserted, name) => {
        fc.pre(!/[{}]/.test(name));
        const args = Object.fromEntries([[name, inserted]]);
        const before = JSON.stringify(args);
        const rendered = renderArgv(cliRequest([`{{${name}}}`, `x{{${name}}}`], args));
        const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        expect(rendered.ok || rendered.reason.startsWith(path)).toBe(true);
        expect(JSON.stringify(args)).toBe(before);
      }),
    );
  });

  test('Rendering the same request twice gives the same argv.', () => {
    fc.assert(
      fc.property(template, value, (tokens, inserted) => {
        const request = cliRequest(tokens, { value: inserted });
        expect(renderArgv(request)).toEqual(renderArgv(request));
      }),
    );
  });
});

describe('through a real child', () => {
  test.each([
    ['quotes', `"double" 'single' \\back\\`],
    ['newlines', 'one\ntwo\r\nthree\n'],
    ['a command substitution', '$(touch pwned) `id` ; rm -rf / | cat > x &'],
    ['replacement patterns', "$& $1 $$ $` $' $<name>"],
    ['placeholders', '{{other}} {{verb}} {{value}}'],
    ['emoji and combining characters', '👩‍👩‍👧 e\u0301 \u202e \ufeff'],
    ['a glob and a tilde', '* ~ ?'],
    ['control characters', '\u0001\u001b[31m\u007f'],
    ['spaces', '  a  b  '],
    ['100 KiB', 'x'.repeat(100 * 1024)],
    ['the longest token', 'é'.repeat(65_532)],
  ])('%s arrive byte for byte as one element each.', (_what, inserted) => {
    const rendered = renderArgv(cliRequest(['a{{value}}', '--note={{value}}', '--', '{{value}}'], { value: inserted }));
    expect(rendered.ok && argvOfChild(rendered.argv)).toEqual([
      `a${inserted}`,
      `--note=${inserted}`,
      '--',
      inserted,
      '--json',
    ]);
  });

  test('Whatever renders arrives unchanged.', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (values) => {
        const args = Object.fromEntries(values.map((one, index) => [`n${index}`, one]));
        const rendered = renderArgv(cliRequest(['--', ...values.map((_, index) => `{{n${index}}}`)], args));
        expect(rendered.ok && argvOfChild(rendered.argv)).toEqual([
          '--',
          ...values.filter((one) => one !== ''),
          '--json',
        ]);
      }),
      { numRuns: 25 },
    );
  });
});
