/** Says what is wrong with a value, pointer first, or nothing. */
export type Shape = (value: unknown, pointer: string) => string | undefined;

/** A member that may be absent. */
export interface OptionalShape {
  readonly optional: Shape;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : value === undefined ? 'nothing' : typeof value;

/** RFC 6901; the root prints as `/`. */
const child = (pointer: string, key: string): string =>
  `${pointer === '/' ? '' : pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const ofType =
  (type: 'string' | 'boolean'): Shape =>
  (value, pointer) =>
    typeof value === type ? undefined : `${pointer} must be a ${type}, received ${kindOf(value)}`;

export const isString: Shape = ofType('string');
export const isBoolean: Shape = ofType('boolean');

export const isCount: Shape = (value, pointer) =>
  Number.isSafeInteger(value) && (value as number) > 0
    ? undefined
    : `${pointer} must be an integer above 0, received ${typeof value === 'number' ? value : kindOf(value)}`;

export const isPlace: Shape = (value, pointer) =>
  Number.isSafeInteger(value) && Number(value) >= 0
    ? undefined
    : `${pointer} must be an integer of at least 0, received ${typeof value === 'number' ? value : kindOf(value)}`;

export const isAnyObject: Shape = (value, pointer) =>
  isObject(value) ? undefined : `${pointer} must be an object, received ${kindOf(value)}`;

/** A string that `accepts`; `rule` completes "must be …". */
export const isText =
  (rule: string, accepts: (text: string) => boolean): Shape =>
  (value, pointer) =>
    typeof value === 'string' && accepts(value)
      ? undefined
      : `${pointer} must be ${rule}, received ${typeof value === 'string' ? JSON.stringify(value) : kindOf(value)}`;

export const oneOf = (...values: readonly string[]): Shape =>
  isText(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`, (text) => values.includes(text));

export const orNull =
  (shape: Shape): Shape =>
  (value, pointer) =>
    value === null ? undefined : shape(value, pointer);

export const optional = (shape: Shape): OptionalShape => ({ optional: shape });

export const listOf =
  (shape: Shape): Shape =>
  (value, pointer) => {
    if (!Array.isArray(value)) {
      return `${pointer} must be an array, received ${kindOf(value)}`;
    }
    for (const [index, item] of value.entries()) {
      const wrong = shape(item, child(pointer, String(index)));
      if (wrong !== undefined) {
        return wrong;
      }
    }
    return undefined;
  };

/** An object used as a map: every key and every value is looked at. */
export const mapOf =
  (keyShape: Shape, valueShape: Shape): Shape =>
  (value, pointer) => {
    if (!isObject(value)) {
      return isAnyObject(value, pointer);
    }
    for (const [key, item] of Object.entries(value)) {
      const wrong = keyShape(key, child(pointer, key)) ?? valueShape(item, child(pointer, key));
      if (wrong !== undefined) {
        return wrong;
      }
    }
    return undefined;
  };

/** A closed object: a member that is not named here is wrong, so is a missing one that is not optional. */
export const closed =
  (members: Readonly<Record<string, Shape | OptionalShape>>): Shape =>
  (value, pointer) => {
    if (!isObject(value)) {
      return isAnyObject(value, pointer);
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(members, key)) {
        return `${child(pointer, key)} is not known here; known are ${Object.keys(members).join(', ')}`;
      }
    }
    for (const [key, shape] of Object.entries(members)) {
      const present = Object.hasOwn(value, key);
      if (!present && typeof shape === 'object') {
        continue;
      }
      if (!present) {
        return `${child(pointer, key)} is required`;
      }
      const wrong = (typeof shape === 'object' ? shape.optional : shape)(value[key], child(pointer, key));
      if (wrong !== undefined) {
        return wrong;
      }
    }
    return undefined;
  };
