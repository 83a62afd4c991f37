import { writeSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';

const pauseMs = 2;

/**
 * Writes the whole text to standard output (1) or standard error (2) before it returns, and answers `false` when
 * the reader is gone. A full pipe waits for its reader, as any program does; nothing is buffered here. Standard
 * output that cannot take the text (a full disk) is an `HcpError`; of standard error there is nobody to tell.
 */
export function writeAll(target: 1 | 2, text: string): boolean {
  const bytes = Buffer.from(text, 'utf8');
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(target, bytes, written);
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') return isReaderGone(error, target);
      pause();
    }
  }
  return true;
}

function isReaderGone(error: unknown, target: 1 | 2): false {
  const code = codeOf(error);
  if (target === 2 || code === 'EPIPE' || code === 'EIO') return false;
  throw new HcpError('output_failed', `standard output cannot be written: ${String(code)}`, { cause: error });
}

/** Another program made the pipe non-blocking; there is no way to wait for it but to try again. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
