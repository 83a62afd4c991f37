import { isAbsolute, resolve } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { findOnPath } from './find-on-path.js';

/** Where `wrap.bin` points (§6.4 step 4, profile P3); whether something is there is for the caller to see. */
export interface BinLocation {
  readonly written: string;
  /** Absolute path of the pack root. */
  readonly packRoot: string;
  readonly searchPath: string;
}

/** Errors: `bin_path_form`, `bin_not_found`. */
export function locateBin({ written, packRoot, searchPath }: BinLocation): string {
  if (written === '' || written.includes('\0')) {
    throw new HcpError('bin_path_form', `wrap.bin ${JSON.stringify(written)} is not a path or a name`);
  }
  if (written.startsWith('.')) return resolve(packRoot, written);
  if (isAbsolute(written)) return written;
  if (written.includes('/')) {
    throw new HcpError(
      'bin_path_form',
      `wrap.bin "${written}" is neither absolute, nor a name, nor begins with "."; write "./${written}" for a file of the pack`,
    );
  }
  const found = findOnPath(written, searchPath);
  if (found !== undefined) return found;
  throw new HcpError(
    'bin_not_found',
    `wrap.bin "${written}" is not on the search path; install the program, or put its folder on PATH, then install the pack again`,
  );
}
