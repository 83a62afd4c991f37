import type { LogSource } from './log-snapshot.js';
import { scanBackwards } from './scan-backwards.js';

type StoredValues = Readonly<Record<string, unknown>>;

/** The newest `count` records, oldest first, as stored; a line that is none is told to the operator and left out. */
export function tailLog(source: LogSource, count: number): readonly StoredValues[] {
  if (!(count > 0)) return [];
  const newestFirst: StoredValues[] = [];
  for (const { name, lines } of scanBackwards(source.directory)) {
    for (const line of lines) {
      if (newestFirst.length >= count) return newestFirst.toReversed();
      const values = parse(line);
      if (values === undefined)
        source.onNotice(`audit: ${name} holds a line that is no record; run "hcp audit verify"`);
      else newestFirst.push(values);
    }
  }
  return newestFirst.toReversed();
}

function parse(line: Buffer): StoredValues | undefined {
  try {
    const values: unknown = JSON.parse(line.toString());
    return typeof values === 'object' && values !== null ? { ...values } : undefined;
  } catch {
    return undefined;
  }
}
