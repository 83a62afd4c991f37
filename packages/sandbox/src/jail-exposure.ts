import { realpathSync } from 'node:fs';
import { HcpError } from '@hcp/pipeline';
import type { JailOptions } from './jail-settings.js';
import { isBelow } from './path-trust.js';

/** What no program may see whole. */
export type Hidden = Pick<JailOptions, 'home' | 'operatorHome'>;

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Not made yet: nothing is there to be seen, and its own path is the best that can be said.
    return path;
  }
}

/** Refuses to show what lies in the runtime's home. Errors: `jail_exposes`. */
export function requireOutsideHome(what: string, path: string, { home }: Hidden): void {
  if (isBelow(path, realPathOf(home))) {
    throw new HcpError(
      'jail_exposes',
      `${what} ${path}, which lies in the runtime's home ${home}; move it out of there`,
    );
  }
}

/** Refuses to show a folder that has the runtime's home in it. Errors: `jail_exposes`. */
export function requireHiddenHome(what: string, path: string, { home }: Hidden): void {
  const real = realPathOf(home);
  if (isBelow(real, path)) {
    throw new HcpError(
      'jail_exposes',
      `${what} ${path} holds the runtime's home ${home}, which no program may see; keep the two apart`,
    );
  }
}

/** As {@link requireHiddenHome}, and likewise for the operator's own home. Errors: `jail_exposes`. */
export function requireHidden(what: string, path: string, hidden: Hidden): void {
  requireHiddenHome(what, path, hidden);
  const { operatorHome } = hidden;
  if (operatorHome !== undefined && isBelow(realPathOf(operatorHome), path)) {
    throw new HcpError(
      'jail_exposes',
      `${what} ${path} holds the operator's home ${operatorHome}, which no pack may see whole; move it into a folder of its own`,
    );
  }
}
