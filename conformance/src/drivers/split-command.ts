/**
 * Splits a driver's command line into an argv, without a shell: blanks divide words, single and double quotes hold
 * them together, and a backslash outside single quotes takes the next character as it is. Nothing is expanded.
 * `undefined` for an open quote, a backslash at the end, and a line without a word.
 */
export function splitCommand(line: string): readonly [string, ...string[]] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '\\' && quote !== "'") {
      at += 1;
      if (at === line.length) return undefined;
      word = `${word ?? ''}${line[at] ?? ''}`;
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word = `${word ?? ''}${character}`;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = `${word ?? ''}${character}`;
    }
  }
  if (quote !== '') return undefined;
  if (word !== undefined) words.push(word);
  const [program, ...args] = words;
  return program === undefined ? undefined : [program, ...args];
}
