/** ECMAScript's `\s`, and everything else, as the inside of a class. */
const space = String.raw`\x09-\x0d\x20\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const notSpace =
  String.raw`\x00-\x08\x0e-\x1f\x21-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
  String.raw`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
const notLineEnd = String.raw`[^\x0a\x0d\x{2028}\x{2029}]`;

/** A part of a pattern that the linear-time engine cannot carry; the message says which. */
export class UnsupportedPattern extends Error {}

const escapeToken =
  /\\(?:u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|.)/suy;
const tokenOutside = /\[\^?\]?|\(\?(?:<?[=!]|[ims-]*:|<)|./suy;
const tokenInside = /./suy;

/**
 * Rewrites a valid pattern of ECMA-262 (flag `u`, as JSON Schema asks) for RE2 so that both match the same texts.
 * Throws {@link UnsupportedPattern} for look-around, back-references and inline flags, which no linear-time
 * engine has or which mean something else there.
 */
export function translatePattern(pattern: string): string {
  let translated = '';
  let insideClass = false;
  for (let index = 0; index < pattern.length;) {
    const token = tokenAt(pattern, index, insideClass);
    index += token.length;
    if (token.startsWith('\\')) {
      translated += escaped(token, insideClass);
    } else if (insideClass) {
      translated += token === '[' || token === '^' ? `\\${token}` : token;
      insideClass = token !== ']';
    } else {
      translated += plain(token);
      insideClass = token === '[' || token === '[^';
    }
  }
  return translated;
}

function tokenAt(pattern: string, index: number, insideClass: boolean): string {
  for (const kind of [escapeToken, insideClass ? tokenInside : tokenOutside]) {
    kind.lastIndex = index;
    const token = kind.exec(pattern)?.[0];
    if (token !== undefined) return token;
  }
  throw new UnsupportedPattern('a text that is no pattern');
}

function plain(token: string): string {
  if (token === '.') return notLineEnd;
  if (token === '[]') return String.raw`[^\x00-\x{10ffff}]`;
  if (token === '[^]') return String.raw`[\x00-\x{10ffff}]`;
  if (/^\(\?<?[=!]$/.test(token)) throw new UnsupportedPattern('look-ahead or look-behind');
  if (/^\(\?[ims-]+:$/.test(token)) throw new UnsupportedPattern('inline flags');
  return token;
}

function escaped(token: string, insideClass: boolean): string {
  const letter = token.charAt(1);
  if (letter === 's') return insideClass ? space : `[${space}]`;
  if (letter === 'S') return insideClass ? notSpace : `[${notSpace}]`;
  if (letter === 'b' && insideClass) return String.raw`\x08`;
  if (letter === 'u') return hexadecimal(codePointOf(token));
  if (letter === 'c') return hexadecimal(token.charCodeAt(2) % 32);
  if (letter === 'v') return String.raw`\x0b`;
  if (letter === '0') return String.raw`\x00`;
  if (letter === 'p' || letter === 'P') return unicodeProperty(token);
  if (letter === 'k' || /[1-9]/.test(letter)) throw new UnsupportedPattern('back-references');
  return token;
}

/** Of `\u0041`, of a surrogate pair of two such, or of `\u{1F600}`. */
function codePointOf(token: string): number {
  const [first = 0, second] = Array.from(token.matchAll(/[0-9a-fA-F]+/g), ([digits]) => parseInt(digits, 16));
  return second === undefined ? first : (first - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000;
}

/** RE2 knows scripts and the short general categories by their bare names. */
function unicodeProperty(token: string): string {
  return token.replace(/^(\\[pP])\{(?:Script|sc|General_Category|gc)=/, '$1{');
}

function hexadecimal(code: number): string {
  return `\\x{${code.toString(16)}}`;
}
