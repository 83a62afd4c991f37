import { _, type FuncKeywordDefinition, type KeywordErrorDefinition } from 'ajv';
import { canonicalText } from '../canonical-text.js';
import type { StepCounter } from './step-counter.js';

const parameter = (name: string): KeywordErrorDefinition => ({
  message: '',
  params: ({ schemaCode }) => _`{${name}: ${schemaCode}}`,
});

/**
 * `enum`, `const` (their values as canonical texts) and `uniqueItems` by JSON equality, in time linear in the text
 * whatever its member names are, and `multipleOf` by decimals: in place of the compiler's own, which are quadratic,
 * throw on some member names, or divide by floats.
 */
export function exactKeywords(counter: StepCounter): readonly FuncKeywordDefinition[] {
  const textOf = (value: unknown): string => {
    const text = canonicalText(value);
    counter.add(1 + (text.length >> 1));
    return text;
  };
  return [
    {
      keyword: 'enum',
      compile: (texts: readonly string[]) => {
        const allowed = new Set(texts);
        return (value: unknown) => allowed.has(textOf(value));
      },
      error: parameter('allowedValues'),
    },
    {
      keyword: 'const',
      compile: (text: string) => (value: unknown) => textOf(value) === text,
      error: parameter('allowedValue'),
    },
    {
      keyword: 'uniqueItems',
      type: 'array',
      compile: (unique: boolean) => (items: readonly unknown[]) =>
        !unique || new Set(items.map(textOf)).size === items.length,
      error: parameter('unique'),
    },
    {
      keyword: 'multipleOf',
      type: 'number',
      compile: (divisor: number) => (value: number) => {
        counter.add(multipleSteps);
        return isMultiple(value, divisor);
      },
      error: parameter('multipleOf'),
    },
  ];
}

const multipleSteps = 64;

/** Whether a number is an integer multiple of another, both taken as the decimals they print as. */
function isMultiple(value: number, divisor: number): boolean {
  const [first, second] = [decimal(value), decimal(divisor)];
  const scale = Math.min(first.exponent, second.exponent);
  const units = ({ digits, exponent }: Decimal): bigint => digits * 10n ** BigInt(exponent - scale);
  return units(first) % units(second) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
