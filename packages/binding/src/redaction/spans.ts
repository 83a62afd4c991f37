/** A piece of a text: from `start` up to, not including, `end`, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

const redacted = '[redacted]';

/** Adds a span whose end is not before that of any span already there; spans that overlap become one. */
export function addSpan(spans: Span[], start: number, end: number): void {
  let from = start;
  for (let last = spans.at(-1); last !== undefined && last.end > from; last = spans.at(-1)) {
    from = Math.min(from, last.start);
    spans.pop();
  }
  spans.push({ start: from, end });
}

/** All spans of several lists, in order, those that overlap made one. */
export function mergeSpans(lists: readonly (readonly Span[])[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of lists.flat().sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The first JSON escape that begins at or behind `from`; past the end of every text when there is none. */
function nextEscape(text: string, from: number): Span {
  for (let at = text.indexOf('\\', from); at !== -1; at = text.indexOf('\\', at + 1)) {
    escape.lastIndex = at;
    if (escape.test(text)) return { start: at, end: escape.lastIndex };
  }
  return { start: Infinity, end: Infinity };
}

/**
 * Widens each span to whole JSON escapes: half an escape left beside a replacement would make the valid JSON around
 * a secret invalid. The spans are in order and apart from each other.
 */
export function widenToEscapes(text: string, spans: readonly Span[]): Span[] {
  let escaped = nextEscape(text, 0);
  const widened = spans.map(({ start, end }) => {
    while (escaped.end <= start) escaped = nextEscape(text, escaped.end);
    const from = Math.min(start, escaped.start);
    while (escaped.end <= end) escaped = nextEscape(text, escaped.end);
    return { start: from, end: escaped.start < end ? escaped.end : end };
  });
  return mergeSpans([widened]);
}

/** The text with each span replaced by `[redacted]`. The spans are in order and apart from each other. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let kept = 0;
  for (const { start, end } of spans) {
    pieces.push(text.slice(kept, start), redacted);
    kept = end;
  }
  pieces.push(text.slice(kept));
  return pieces.join('');
}
