/** What bubblewrap says of a jail while it runs one. */
export interface JailStatus {
  /** Process 1 of the jail, by its number on the host; when it is gone, so is everything inside. */
  readonly first?: number;
  /** Present only when the program was really started: of the program, 128 + n for a signal. */
  readonly exitCode?: number;
}

function readNumber(document: unknown, member: string): number | undefined {
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, member)) return undefined;
  const value = (document as Record<string, unknown>)[member];
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    // Cut off, because bubblewrap was killed while it wrote.
    return undefined;
  }
}

/** Reads the documents, one a line, that `--json-status-fd` carries. Pure. */
export function parseJailStatus(text: string): JailStatus {
  const documents = text.split('\n').map(parseLine);
  const find = (member: string): number | undefined =>
    documents.map((document) => readNumber(document, member)).find((value) => value !== undefined);
  const first = find('child-pid');
  const exitCode = find('exit-code');
  return { ...(first === undefined ? {} : { first }), ...(exitCode === undefined ? {} : { exitCode }) };
}
