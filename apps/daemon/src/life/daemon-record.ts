import { readFileSync, rmSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which file a path leads to. */
export interface FileIdentity {
  readonly dev: string;
  readonly ino: string;
}

/** What a daemon says of itself in its home. A note for people and for its successor, never a proof of life: that is the lock. */
export interface DaemonRecord {
  readonly pid: number;
  readonly listening: readonly string[];
  readonly socket: FileIdentity & { readonly path: string };
}

const fileOf = (home: string): string => join(home, 'hcpd.json');

/** `undefined` when there is none, or none that can be understood. */
export function readRecord(home: string): DaemonRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(fileOf(home), 'utf8'));
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

export function writeRecord(home: string, record: DaemonRecord): void {
  const draft = `${fileOf(home)}.draft`;
  writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(draft, fileOf(home));
}

export function removeRecord(home: string): void {
  rmSync(fileOf(home), { force: true });
}

function isRecord(value: unknown): value is DaemonRecord {
  const { pid, listening, socket } = Object(value) as Record<string, unknown>;
  const { path, dev, ino } = Object(socket) as Record<string, unknown>;
  return (
    typeof pid === 'number' &&
    Array.isArray(listening) &&
    listening.every((one) => typeof one === 'string') &&
    [path, dev, ino].every((one) => typeof one === 'string')
  );
}
