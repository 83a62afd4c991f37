/** A JSON object as it was read, before anything is known about its members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, not an array or `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
