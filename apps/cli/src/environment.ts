import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';

/** What this program takes from the process it is; nothing below the apps reads it. */
export interface Environment {
  /** Absolute path of the runtime's home: `HCP_HOME`, else `~/.hcp`. */
  readonly home: string;
  readonly searchPath: string;
  readonly userName: string;
}

/**
 * Reads `HCP_HOME`, `HOME`, `PATH` and the user's entry. An empty variable counts as unset, a relative `HCP_HOME` is
 * refused.
 */
export function readEnvironment(): Environment {
  const user = readUser();
  return { home: homeOf(tilde() ?? user.home), searchPath: process.env['PATH'] ?? '', userName: user.name };
}

function homeOf(userHome: string | undefined): string {
  const named = process.env['HCP_HOME'] ?? '';
  if (named === '') {
    if (userHome !== undefined) return join(userHome, '.hcp');
    throw new HcpError('home_unknown', 'this user has no home folder; set HCP_HOME to an absolute path');
  }
  if (isAbsolute(named)) return named;
  throw new HcpError('home_not_absolute', `HCP_HOME must be an absolute path, not ${JSON.stringify(named)}`);
}

/** What a shell takes `~` for, so that who gives a program a home of its own keeps it apart. */
function tilde(): string | undefined {
  const home = process.env['HOME'];
  return home !== undefined && isAbsolute(home) ? home : undefined;
}

/** A user id without an entry (a container started with a bare number) has a name of its own and no home. */
function readUser(): { readonly name: string; readonly home: string | undefined } {
  try {
    const { username, homedir } = userInfo();
    return { name: username, home: isAbsolute(homedir) ? homedir : undefined };
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    return { name: `uid-${String(process.getuid?.())}`, home: undefined };
  }
}
