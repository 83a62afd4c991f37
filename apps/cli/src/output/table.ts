import { escapeText } from './escape-text.js';

/** Rows as lines with aligned columns, two spaces between them; escaped first, so that widths are what is seen. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(escapeText));
  const widths: number[] = [];
  for (const row of cells) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
