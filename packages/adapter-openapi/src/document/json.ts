/** A JSON object as it was read, before anything is known about its members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member of an object; `undefined` for anything else, prototype names included. */
export const member = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A value of a document as a message shows it: what JSON has no text for does not come from a document. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(typeof value === 'string' && value.length > 120 ? `${value.slice(0, 120)}…` : value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};
