/** What a text may hold beyond what is always safe. */
export type Encode = (text: string) => string;

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** Everything but RFC 3986's unreserved characters is percent-encoded (RFC 6570 §3.2.2). The text is well-formed. */
export const encodeStrict: Encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g, percent);

const reservedOrEscape = /%[0-9A-Fa-f]{2}|[:/?@!$'()*,;=]/;

/**
 * Reserved expansion (RFC 6570 §3.2.3) for `allowReserved`: reserved characters and escapes stand as they are, but for
 * `#`, `[` and `]`, which a query cannot hold, and `&` and `+`, by which a value would become another one.
 */
export const encodeReserved: Encode = (text) =>
  text
    .split(/(%[0-9A-Fa-f]{2}|[:/?@!$'()*,;=])/)
    .map((part) => (reservedOrEscape.test(part) ? part : encodeStrict(part)))
    .join('');

/** As an HTML form writes a name or value: a space becomes `+`. */
export const encodeForm: Encode = (text) =>
  encodeURIComponent(text)
    .replace(/[!'()~]/g, percent)
    .replaceAll('%20', '+');
