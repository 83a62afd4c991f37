import { closeSync, openSync, readSync } from 'node:fs';

/** What the system looks for when it starts a binary. */
export interface ElfNeeds {
  /** The loader, an absolute path; `undefined` for a static binary. */
  readonly loader: string | undefined;
  /** Folders its libraries are looked for in first, `$ORIGIN` put in. */
  readonly libraryFolders: readonly string[];
}

const NOTHING: ElfNeeds = { loader: undefined, libraryFolders: [] };
const PROGRAM_HEADERS_AT = 32;
const LOADABLE = 1;
const DYNAMIC = 2;
const LOADER = 3;
const STRING_TABLE = 5;
const OLD_PATH = 15;
const PATH = 29;
/** Bytes; more than any real table takes. */
const MOST = 1 << 16;
/** Places that are looked at of one binary; a real one names a few. */
const MOST_PATHS = 32;

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

type Read = (offset: number, size: number) => Buffer;

function readSegments(read: Read): Segment[] {
  const header = read(0, 64);
  // 64-bit and little-endian, as every Linux this runs on; another binary is mounted as it is.
  if (header.length < 64 || header.toString('latin1', 0, 4) !== '\x7fELF' || header[4] !== 2 || header[5] !== 1)
    return [];
  const size = header.readUInt16LE(54);
  const count = header.readUInt16LE(56);
  const table = read(Number(header.readBigUInt64LE(PROGRAM_HEADERS_AT)), size * count);
  return Array.from({ length: Math.floor(table.length / Math.max(size, 56)) }, (_, index) => {
    const at = index * size;
    return {
      type: table.readUInt32LE(at),
      offset: Number(table.readBigUInt64LE(at + 8)),
      address: Number(table.readBigUInt64LE(at + 16)),
      size: Number(table.readBigUInt64LE(at + 32)),
    };
  });
}

function textAt(read: Read, offset: number): string {
  const bytes = read(offset, 4096);
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? 0 : end);
}

function readPaths(read: Read, segments: readonly Segment[]): string[] {
  const dynamic = segments.find(({ type }) => type === DYNAMIC);
  if (dynamic === undefined) return [];
  const table = read(dynamic.offset, dynamic.size);
  const entries = Array.from({ length: Math.floor(table.length / 16) }, (_, index) => ({
    tag: Number(table.readBigInt64LE(index * 16)),
    value: Number(table.readBigUInt64LE(index * 16 + 8)),
  }));
  const address = entries.find(({ tag }) => tag === STRING_TABLE)?.value;
  const home = segments.find((part) => {
    const { type, address: start, size } = part;
    return type === LOADABLE && address !== undefined && address >= start && address < start + size;
  });
  if (address === undefined || home === undefined) return [];
  const strings = home.offset + (address - home.address);
  // The loader takes one of each kind.
  const named = [PATH, OLD_PATH].map((kind) => entries.find(({ tag }) => tag === kind));
  return named
    .flatMap((entry) => (entry === undefined ? [] : textAt(read, strings + entry.value).split(':')))
    .slice(0, MOST_PATHS);
}

function originIn(path: string, folder: string): string {
  return path.replaceAll(/\$(?:ORIGIN\b|\{ORIGIN\})/g, () => folder);
}

/** Reads what a binary asks of the system to be started; nothing for a file that is none or cannot be read. */
export function readElfNeeds(file: string, folder: string): ElfNeeds {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const open = descriptor;
    const read: Read = (offset, size) => {
      const buffer = Buffer.alloc(Math.min(size, MOST));
      return buffer.subarray(0, readSync(open, buffer, 0, buffer.length, offset));
    };
    const segments = readSegments(read);
    const loader = segments.find(({ type }) => type === LOADER);
    return {
      loader: loader === undefined ? undefined : textAt(read, loader.offset),
      libraryFolders: readPaths(read, segments)
        .map((path) => originIn(path, folder))
        .filter((path) => path.startsWith('/')),
    };
  } catch {
    return NOTHING;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
