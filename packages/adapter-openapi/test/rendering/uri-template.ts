/** RFC 6570, level 4, written from its text: the reference that the styles are compared with. */

type Value = string | readonly string[] | Readonly<Record<string, string>>;

interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  readonly ifEmpty: string;
}

const operators: Readonly<Record<string, Operator>> = {
  '': { first: '', separator: ',', named: false, ifEmpty: '' },
  '.': { first: '.', separator: '.', named: false, ifEmpty: '' },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '' },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=' },
};

const unreserved = /[A-Za-z0-9\-._~]/;

function escape(text: string): string {
  let result = '';
  for (const byte of new TextEncoder().encode(text)) {
    const character = String.fromCharCode(byte);
    result +=
      byte < 128 && unreserved.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return result;
}

/** Expands one expression, such as `{;color*}`, for one variable. */
export function expand(expression: string, value: Value): string {
  const [, sign = '', name = '', star = ''] = /^\{([.;?]?)([a-z]+)(\*?)\}$/.exec(expression) ?? [];
  const operator = operators[sign];
  if (operator === undefined) throw new Error(`no expression: ${expression}`);
  const { first, separator, named, ifEmpty } = operator;
  const pair = (key: string, text: string): string => (text === '' ? `${key}${ifEmpty}` : `${key}=${text}`);
  if (typeof value === 'string') return first + (named ? pair(name, escape(value)) : escape(value));
  const isList = Array.isArray(value);
  const entries = isList ? [] : Object.entries(value as Readonly<Record<string, string>>);
  const items = isList ? (value as readonly string[]) : [];
  if (items.length + entries.length === 0) return '';
  if (star === '*') {
    const exploded = isList
      ? items.map((item) => (named ? pair(name, escape(item)) : escape(item)))
      : entries.map(([key, item]) => (named ? pair(escape(key), escape(item)) : `${escape(key)}=${escape(item)}`));
    return first + exploded.join(separator);
  }
  const joined = isList
    ? items.map(escape).join(',')
    : entries.map(([key, item]) => `${escape(key)},${escape(item)}`).join(',');
  return first + (named ? pair(name, joined) : joined);
}
