/** Every form of a text that profile P7 names, as real encoders write it. */
export interface Spelling {
  readonly name: string;
  readonly write: (text: string) => string;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
const percentUpper = (text: string): string => encodeURIComponent(text);
const everyByte = (text: string): string => [...bytesOf(text)].map((byte) => `%${hex(byte, 2)}`).join('');
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const escapeUnits = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
const lowerHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());
const upperUnicode = (text: string): string =>
  text.replace(/\\u[0-9a-f]{4}/g, (unit) => `\\u${unit.slice(2).toUpperCase()}`);

const amid = (before: string, after: string, encoding: BufferEncoding) => (text: string) =>
  Buffer.concat([bytesOf(before), bytesOf(text), bytesOf(after)]).toString(encoding);

/** Found whatever text stands before and behind them. */
export const commonSpellings: readonly Spelling[] = [
  { name: 'raw', write: (text) => text },
  { name: 'base64', write: (text) => bytesOf(text).toString('base64') },
  { name: 'base64 without padding', write: (text) => bytesOf(text).toString('base64').replace(/=+$/, '') },
  { name: 'base64url', write: (text) => bytesOf(text).toString('base64url') },
  { name: 'base64 behind one byte', write: amid(':', '', 'base64') },
  { name: 'base64 behind two bytes', write: amid('a:', '', 'base64') },
  { name: 'base64 behind three bytes', write: amid('ab:', '', 'base64') },
  { name: 'base64 between bytes', write: amid('user:', ':tail', 'base64') },
  { name: 'base64url between bytes', write: amid('{"a":', '}', 'base64url') },
  { name: 'encodeURIComponent', write: percentUpper },
  { name: 'encodeURIComponent in lower case', write: (text) => lowerHex(percentUpper(text)) },
  { name: 'a form', write: (text) => percentUpper(text).replaceAll('%20', '+') },
  { name: 'JSON.stringify', write: inJson },
  { name: 'JSON of ASCII alone', write: (text) => escapeUnits(inJson(text), /[\u007f-\uffff]/g) },
];

/** Found where no stray backslash or percent sign joins them. */
export const otherSpellings: readonly Spelling[] = [
  { name: 'every byte percent-encoded', write: (text) => everyByte(text).toUpperCase() },
  { name: 'every byte percent-encoded in lower case', write: everyByte },
  {
    name: 'percent-encoding by RFC 3986',
    write: (text) => percentUpper(text).replace(/[!'()*]/g, (unit) => `%${hex(unit.charCodeAt(0), 2)}`),
  },
  { name: 'URLSearchParams', write: (text) => new URLSearchParams({ q: text }).toString().slice(2) },
  { name: 'JSON with slashes escaped', write: (text) => inJson(text).replaceAll('/', '\\/') },
  {
    name: 'JSON of ASCII alone in upper case',
    write: (text) => upperUnicode(escapeUnits(inJson(text), /[\u007f-\uffff]/g)),
  },
  { name: 'JSON safe for HTML', write: (text) => escapeUnits(inJson(text), /[<>&'+]/g) },
  { name: 'JSON with every unit escaped', write: (text) => escapeUnits(text, /[^]/g) },
  {
    name: 'percent-encoding inside JSON of ASCII alone',
    write: (text) => percentUpper(text).replaceAll('%', '\\u0025'),
  },
  {
    name: 'base64 in lines of 76 digits',
    write: (text) => bytesOf(`user:${text}`.padStart(100, 'p')).toString('base64').replace(/.{76}/g, '$&\r\n'),
  },
  {
    name: 'base64 in lines inside JSON',
    write: (text) => bytesOf(`user:${text}`).toString('base64').replace(/.{8}/g, '$&\\n'),
  },
  {
    name: 'base64url in lines',
    write: (text) => bytesOf(`user:${text}`).toString('base64url').replace(/.{8}/g, '$&\n'),
  },
  {
    name: 'base64 in JSON with slashes escaped',
    write: (text) => bytesOf(text).toString('base64').replaceAll('/', '\\/'),
  },
  { name: 'base64 percent-encoded', write: (text) => percentUpper(bytesOf(text).toString('base64')) },
  {
    name: 'base64 in JSON safe for HTML',
    write: (text) => escapeUnits(bytesOf(text).toString('base64'), /[+=/]/g),
  },
];
