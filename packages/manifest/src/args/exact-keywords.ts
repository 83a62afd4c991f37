import { _, type Ajv, type FuncKeywordDefinition, type KeywordErrorDefinition } from 'ajv';
import { canonicalText } from '../canonical-text.js';
import { countedReference } from './copy-schema.js';

/** More references followed in one call than this, and the call is refused instead of finished. */
const mostReferences = 200_000;

/** Thrown out of a check that would take too long. */
export class TooManySteps extends Error {}

/** What both dialects' compilers can do. */
export type Compiler = Pick<Ajv, 'addKeyword' | 'removeKeyword' | 'compile'>;

/** Counts the references that one check follows. */
export interface StepCounter {
  steps: number;
}

const parameter = (name: string): KeywordErrorDefinition => ({
  message: '',
  params: ({ schemaCode }) => _`{${name}: ${schemaCode}}`,
});

/** `enum`, `const` (their values as canonical texts) and `uniqueItems` by JSON equality, in time linear in the text whatever its member names are. */
const byEquality: readonly FuncKeywordDefinition[] = [
  {
    keyword: 'enum',
    compile: (texts: readonly string[]) => {
      const allowed = new Set(texts);
      return (value: unknown) => allowed.has(canonicalText(value));
    },
    error: parameter('allowedValues'),
  },
  {
    keyword: 'const',
    compile: (text: string) => (value: unknown) => canonicalText(value) === text,
    error: parameter('allowedValue'),
  },
  {
    keyword: 'uniqueItems',
    type: 'array',
    compile: (unique: boolean) => (items: readonly unknown[]) =>
      !unique || new Set(items.map(canonicalText)).size === items.length,
    error: parameter('unique'),
  },
];

const multipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  compile: (divisor: number) => (value: number) => isMultiple(value, divisor),
  error: parameter('multipleOf'),
};

/** Replaces the compiler's keywords that are quadratic, throw on some member names, or divide by floats. */
export function useExactKeywords(compiler: Compiler, counter: StepCounter): void {
  for (const definition of [...byEquality, multipleOf]) {
    compiler.removeKeyword(String(definition.keyword));
    compiler.addKeyword(definition);
  }
  compiler.addKeyword({
    keyword: countedReference,
    before: '$ref',
    errors: false,
    validate: () => {
      counter.steps += 1;
      if (counter.steps > mostReferences) throw new TooManySteps();
      return true;
    },
  });
}

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
