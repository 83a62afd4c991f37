type Check = (this: object, key: string, member: unknown) => unknown;

/** As deep as a result may be to be read as JSON (profile P1). */
const deepest = 512;

const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** `undefined` for a value that has no JSON text, such as one whose `toJSON` answers nothing. */
const write: (value: unknown, check: Check) => string | undefined = JSON.stringify;

/** What JSON would leave out or empty without a word. */
const lossy: readonly (readonly [name: string, type: abstract new (...args: never) => object])[] = [
  ['a Promise; await it', Promise],
  ['a Map; write Object.fromEntries(map)', Map],
  ['a Set; write [...set]', Set],
];

/**
 * The JSON text of a value; `undefined` is `null`. Throws a `TypeError` saying where and why for what JSON cannot carry
 * whole: functions, symbols, big integers, numbers that are not finite, cycles, promises, maps and sets.
 */
export function jsonTextOf(value: unknown): string {
  const depths = new WeakMap<object, number>();
  const check = function (this: object, key: string, member: unknown): unknown {
    const what = unfit(member);
    if (what !== undefined) throw new TypeError(`${key === '' ? 'it' : JSON.stringify(key)} is ${what}`);
    if (typeof member === 'object' && member !== null) {
      const depth = (depths.get(this) ?? 0) + 1;
      if (depth > deepest) throw new TypeError(`it is nested more than ${deepest} deep`);
      depths.set(member, depth);
    }
    return member;
  };
  try {
    return write(value, check) ?? 'null';
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : undefined;
    throw new TypeError(reason ?? 'it cannot be written as JSON', { cause: error });
  }
}

function unfit(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value === 'bigint') return 'a BigInt; write String(value)';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `the number ${String(value)}`;
  return lossy.find(([, type]) => value instanceof type)?.[0];
}

/** The value of a JSON text. An integer that a number would round is a `JSON.rawJSON`, which prints as it was. */
export function parseJsonText(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
    typeof value === 'number' && source !== undefined && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? rawJSON(source)
      : value;
  return JSON.parse(text, keepDigits);
}
