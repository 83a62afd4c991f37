/** Formats that are enforced. Each check takes time linear in the text. */
export const enforcedFormats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': (text) => {
    const [, date = '', time = ''] = /^([^Tt]{10})[Tt]([^Tt]{1,64})$/s.exec(text) ?? [];
    return isDate(date) && isTime(time);
  },
  uuid: (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
  ipv4: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text),
  ipv6: (text) => /^[0-9a-f:.]{2,45}$/i.test(text) && URL.canParse(`http://[${text}]/`),
  uri: (text) => /^[a-z][a-z0-9+.-]*:[!-~]*$/i.test(text) && URL.canParse(text),
  email: (text) => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text),
  hostname: isHostname,
};

/** Formats of JSON Schema and OpenAPI that are tolerated and say nothing here (profile P4). */
const annotations: ReadonlySet<string> = new Set([
  ...['idn-email', 'idn-hostname', 'iri', 'iri-reference', 'uri-reference', 'uri-template', 'url', 'duration'],
  ...['json-pointer', 'relative-json-pointer', 'regex'],
  ...[
    'int8',
    'int16',
    'int32',
    'int64',
    'uint8',
    'uint16',
    'uint32',
    'uint64',
    'float',
    'double',
    'decimal',
    'decimal128',
  ],
  ...['double-int', 'byte', 'binary', 'base64url', 'char', 'password', 'html', 'commonmark', 'media-range'],
  ...['sf-binary', 'sf-boolean', 'sf-decimal', 'sf-integer', 'sf-string', 'sf-token', 'http-date', 'unixtime'],
]);

/** Whether a format may stand in a schema: enforced, or an annotation of JSON Schema or OpenAPI. */
export function isKnownFormat(name: string): boolean {
  return Object.hasOwn(enforcedFormats, name) || annotations.has(name);
}

/** Every known format as the compiler takes it: a check, or `true` for one that says nothing. */
export function compilerFormats(): Record<string, true | ((text: string) => boolean)> {
  return { ...Object.fromEntries([...annotations].map((name) => [name, true as const])), ...enforcedFormats };
}

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === '') return false;
  // day 0 of the next month is the last of this one
  const last = new Date(Date.UTC(Number(year) % 400, Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}

/** RFC 3339 `full-time`; a leap second is allowed at any minute. */
function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(text);
}

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));
}
