import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first executable file of that name on a search path; empty and relative entries are passed over, they mean "wherever one stands". */
export function findOnPath(name: string, searchPath: string): string | undefined {
  for (const folder of searchPath.split(':')) {
    if (!folder.startsWith('/')) continue;
    const candidate = join(folder, name);
    try {
      if (statSync(candidate, { throwIfNoEntry: false })?.isFile() === true && isExecutable(candidate))
        return candidate;
    } catch {
      // A folder one may not look into holds nothing for us.
      continue;
    }
  }
  return undefined;
}
