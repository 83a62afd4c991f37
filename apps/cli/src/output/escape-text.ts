/** Control, format (bidi, zero width, tags), lone surrogate, line and paragraph separator. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** One line for people out of any text: what could move a cursor, turn the writing or start a line is spelled out. */
export function escapeText(text: string): string {
  return text.replace(unprintable, spell);
}

/** Like {@link escapeText}, line by line: the text's own line feeds and tabs stay. */
export function escapeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\t').map(escapeText).join('\t'))
    .join('\n');
}

/** The same JSON text for a terminal: such characters stand in strings only, where `\uXXXX` means the same. */
export function escapeJson(json: string): string {
  return json.replace(unprintable, (character) =>
    Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join(''),
  );
}

function spell(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  const point = character.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\u{${point.toString(16)}}` : unit(point);
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
