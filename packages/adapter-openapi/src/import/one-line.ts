/** Control, format (bidi, zero width), private use, lone surrogate, line and paragraph separator. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text of the document on one line, without anything that moves a cursor, cut at `most` characters. */
export function oneLine(text: string, most: number): string {
  // Whoever writes a megabyte of description is not read to its end.
  const line = text
    .slice(0, most * 8)
    .replace(unprintable, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}

/** One line that Markdown shows as it stands, also in a cell of a table. */
export function markdownLine(text: string, most: number): string {
  return oneLine(text, most).replace(/[\\`*_[\]<>|#~]/g, '\\$&');
}

/** A name in a code span in a cell of a table. */
export function codeSpan(name: string): string {
  return `\`${oneLine(name, 120).replaceAll('`', '\u2019').replaceAll('|', '\\|')}\``;
}

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** JSON of which a terminal shows every character. */
export function visibleJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(/[\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u007f-\u009f]/gu, escaped);
}

/** JSON on one line that stays inside a fenced block. */
export function fencedJson(value: unknown): string {
  return visibleJson(value).replaceAll('`', escaped);
}
