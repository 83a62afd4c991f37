/** A `traceparent` header as W3C Trace Context writes it; `undefined` for anything else, which is not recorded. */
export function traceparentOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || !/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(header))
    return undefined;
  return header;
}
