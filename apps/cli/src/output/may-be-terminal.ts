import { fstatSync } from 'node:fs';

/** Whether people may read standard output directly: the kernel says so, and no module has to be loaded for it. */
export function mayBeTerminal(): boolean {
  return fstatSync(1).isCharacterDevice();
}
