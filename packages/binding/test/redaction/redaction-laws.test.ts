import {
  assert,
  array,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  property,
  string,
  tuple,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/create-redactor.js';
import { commonSpellings, otherSpellings } from './spellings.js';

const oneOf = (characters: string): Arbitrary<string> => constantFrom(...Array.from(characters));

/** Secrets as people have them, and of the characters that encodings treat apart. */
const secret = oneof(
  string({ unit: 'grapheme', minLength: 8, maxLength: 40 }),
  string({ unit: oneOf('aA0+/=_-% \\"\'<>&?:;.\n\r\tuü😀~!*()'), minLength: 8, maxLength: 40 }),
  string({
    unit: oneOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'),
    minLength: 8,
    maxLength: 64,
  }),
).filter((text) => text.length >= 8 && text.isWellFormed() && !'[redacted]'.includes(text));

/** Text around a secret, rich in what may join with it. */
const around = oneof(
  string({ unit: 'binary', maxLength: 12 }),
  string({ unit: oneOf('\\%u0425aAnt+/=" \n'), maxLength: 12 }),
);
const runs = { numRuns: 600 };

describe('redaction', () => {
  test.each(commonSpellings)('leaves no trace of a secret written as $name, whatever stands around it', ({ write }) => {
    assert(
      property(secret, around, around, (text, before, behind) => {
        const written = write(text);
        const redacted = createRedactor([text])(`${before}${written}${behind}`);
        expect(redacted).toContain('[redacted]');
        const left = redacted.split('[redacted]').join('\0\0');
        expect(left.includes(written)).toBe(false);
      }),
      runs,
    );
  });

  test.each([...commonSpellings, ...otherSpellings])(
    'replaces exactly the secret written as $name between marks',
    ({ name, write }) => {
      assert(
        property(secret, (text) => {
          const redacted = createRedactor([text])(`<\u0001${write(text)}\u0001>`);
          // A base64 text keeps what it held before and behind the secret, nothing else does.
          if (name.startsWith('base64')) expect(redacted).toContain('[redacted]');
          else expect(redacted.replaceAll(/(?:\[redacted\])+/g, '[redacted]')).toBe('<\u0001[redacted]\u0001>');
        }),
        runs,
      );
    },
  );

  test('leaves no digit of base64 that a secret decides, at each place in a longer text', () => {
    assert(
      property(secret, string({ maxLength: 7 }), string({ maxLength: 7 }), (text, before, behind) => {
        const bytes = Buffer.from(`${before}${text}${behind}`);
        const from = Buffer.byteLength(before) * 8;
        const to = from + Buffer.byteLength(text) * 8;
        for (const encoding of ['base64', 'base64url'] as const) {
          const redacted = createRedactor([text])(bytes.toString(encoding));
          const [head = '', ...rest] = redacted.split('[redacted]');
          expect(rest.length).toBeGreaterThan(0);
          expect(head.length).toBeLessThanOrEqual(Math.floor(from / 6));
          const digits = bytes.toString(encoding).replaceAll('=', '').length;
          expect((rest.at(-1) ?? '').replaceAll('=', '').length).toBeLessThanOrEqual(digits - Math.ceil(to / 6));
        }
      }),
      runs,
    );
  });

  test('leaves no trace of any of several secrets, overlapping or not', () => {
    assert(
      property(
        array(secret, { minLength: 2, maxLength: 4 }),
        array(integer({ min: 0, max: 20 }), { maxLength: 8 }),
        (secrets, picks) => {
          const all = [
            ...secrets,
            `${secrets[0] ?? ''}${secrets[1] ?? ''}`,
            (secrets[0] ?? '').slice(1).padEnd(8, 'x'),
          ];
          const text = picks.map((pick) => all[pick % all.length] ?? '').join('');
          const left = createRedactor(all)(text).split('[redacted]').join('\0\0');
          for (const one of all) expect(left.includes(one)).toBe(false);
        },
      ),
      runs,
    );
  });

  test('gives every text without a secret back as it is', () => {
    assert(
      property(
        array(secret, { maxLength: 4 }),
        oneof(
          string({ unit: 'binary' }),
          around,
          jsonValue().map((value) => JSON.stringify(value)),
        ),
        (secrets, text) => {
          const marked = secrets.map((one) => `${one}§never§`);
          expect(createRedactor(marked)(text)).toBe(text);
        },
      ),
      runs,
    );
  });

  test('keeps the JSON around a secret JSON, and the strings in it free of the secret', () => {
    const writers = [...commonSpellings, ...otherSpellings].filter(({ name }) => /JSON|form|Component/.test(name));
    // A quote in a secret may match across two strings, and a secret of digits alone a number: there the secret wins.
    const inStrings = secret.map((text) => `K${text.replaceAll('"', '§')}`);
    const texts = array(tuple(around, constantFrom(...writers), around), { minLength: 1, maxLength: 4 });
    assert(
      property(inStrings, texts, dictionary(string(), jsonValue(), { maxKeys: 3 }), (text, places, others) => {
        const strings = places.map(([before, { name, write }, behind]) => {
          const inside = name.includes('JSON') ? write(text) : JSON.stringify(write(text)).slice(1, -1);
          return `"${JSON.stringify(before).slice(1, -1)}${inside}${JSON.stringify(behind).slice(1, -1)}"`;
        });
        const json = `{"others":${JSON.stringify(others)},"texts":[${strings.join(', ')}],${strings[0] ?? '""'}:1}`;
        const redacted = createRedactor([text])(json);
        const parsed = JSON.parse(redacted) as { texts: string[] };
        expect(parsed.texts).toHaveLength(places.length);
        for (const one of parsed.texts) {
          expect(one).toContain('[redacted]');
          expect(one.includes(text)).toBe(false);
        }
      }),
      runs,
    );
  });
});
