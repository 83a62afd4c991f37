import { isObject, mustBe } from './check-members.js';

/** RFC 9110 `token`. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable ASCII, spaces and tabs inside only; no CR, LF or NUL. */
const headerValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
/** They say where a request ends and whom it is for, which no credential decides. */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Checks `headers` of a credential: names told apart without case, values that cannot end the header. */
export function checkHeaders(value: unknown, pointer: string): string | undefined {
  if (!isObject(value)) return mustBe(pointer, 'an object of headers', value);
  const seen = new Set<string>();
  for (const [name, text] of Object.entries(value)) {
    // A name that is none may be a secret in the wrong place, so it is not shown.
    if (!headerName.test(name)) return `${pointer} has a name that is no header name (RFC 9110 token)`;
    const at = `${pointer}/${name.replaceAll('~', '~0')}`;
    const folded = name.toLowerCase();
    if (seen.has(folded)) return `${at} is there twice; header names do not differ by case`;
    seen.add(folded);
    if (framing.has(folded)) return `${at} is a header that no credential may set`;
    if (typeof text !== 'string') return mustBe(at, 'a string', text);
    if (text === '') return `${at} must not be empty`;
    if (!headerValue.test(text)) {
      return `${at} must be printable ASCII without CR, LF or NUL, and without white space at its ends`;
    }
  }
  return undefined;
}
