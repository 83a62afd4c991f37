import { closeSync, openSync, readSync } from 'node:fs';

/** How the system starts a file, told by its first bytes. */
export type ProgramFormat =
  | { readonly kind: 'binary' }
  /** The path its `#!` line names, and what the kernel passes as the one argument. */
  | { readonly kind: 'script'; readonly interpreter: string; readonly argument: string | undefined }
  | { readonly kind: 'unusable'; readonly reason: string };

/** The kernel reads this much of a `#!` line (BINPRM_BUF_SIZE). */
const LINE_BYTES = 256;
const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
/** `e_machine` of what a Linux of this kind runs, 32-bit programs of the family included. */
const MACHINES: Readonly<Record<string, readonly number[]>> = { x64: [62, 3], arm64: [183, 40] };

function isForeign(head: Buffer): boolean {
  const own = Object.hasOwn(MACHINES, process.arch) ? MACHINES[process.arch] : undefined;
  const isBigEndian = head[5] === 2;
  return own !== undefined && (head.length < 20 || isBigEndian || !own.includes(head.readUInt16LE(18)));
}

function parseLine(head: Buffer): ProgramFormat {
  const end = head.indexOf(0x0a);
  if (end === -1 && head.length >= LINE_BYTES) {
    return { kind: 'unusable', reason: `its #! line is longer than ${LINE_BYTES - 1} bytes` };
  }
  const line = head.toString('utf8', 2, end === -1 ? head.length : end);
  if (line.includes('\r')) {
    return { kind: 'unusable', reason: 'its #! line ends in CR LF; save the file with LF line ends' };
  }
  if (line.includes('\0') || line.includes('�')) {
    return { kind: 'unusable', reason: 'its #! line is not UTF-8 text' };
  }
  const [, interpreter, argument] = /^[ \t]*([^ \t]*)[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
  if (interpreter === undefined || interpreter === '') {
    return { kind: 'unusable', reason: 'its #! line names no interpreter' };
  }
  return { kind: 'script', interpreter, argument: argument === '' ? undefined : argument };
}

/**
 * Tells a binary from a script. Text without a `#!` line is unusable, and so is a binary of another machine: the C
 * library might hand it to `/bin/sh`, an interpreter nobody pinned.
 */
export function parseProgramFormat(head: Buffer): ProgramFormat {
  if (head.subarray(0, 2).toString('latin1') === '#!') return parseLine(head);
  if (head.length === 0) return { kind: 'unusable', reason: 'it is empty' };
  const binary = process.platform === 'linux' ? head.subarray(0, 4).equals(ELF) : head.includes(0);
  if (binary && process.platform === 'linux' && isForeign(head)) {
    return { kind: 'unusable', reason: `it is made for another machine; install the one for ${process.arch}` };
  }
  return binary ? { kind: 'binary' } : { kind: 'unusable', reason: 'it is neither a binary nor begins with a #! line' };
}

export function readProgramFormat(path: string): ProgramFormat {
  const descriptor = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(LINE_BYTES);
    return parseProgramFormat(buffer.subarray(0, readSync(descriptor, buffer, 0, LINE_BYTES, 0)));
  } finally {
    closeSync(descriptor);
  }
}
