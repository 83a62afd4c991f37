import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { HcpError } from '@hcp/pipeline';

/** What a program of the runtime takes from the process it is. */
export interface Environment {
  /** Absolute path of the runtime's home: `HCP_HOME`, else `~/.hcp`. */
  readonly home: string;
  readonly searchPath: string;
  readonly userName: string;
  /** By which variables the keyring of the session is found: those of `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` that are set. */
  readonly keyringEnvironment: Readonly<Record<string, string>>;
}

/** The variables of a process; the apps hand in their own, since nothing below them reads `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Finds the home, the search path and the user's name from `HCP_HOME`, `HOME`, `PATH` and the user's entry: one rule for
 * `hcp` and `hcpd`, which would else work on different homes. An empty variable counts as unset.
 * @throws HcpError for a relative `HCP_HOME`, and where there is no home to be had.
 */
export function readEnvironment(variables: Variables): Environment {
  const user = readUser();
  return {
    home: homeOf(variables, user.home),
    searchPath: variables['PATH'] ?? '',
    userName: user.name,
    keyringEnvironment: keyringVariables(variables),
  };
}

function keyringVariables(variables: Variables): Readonly<Record<string, string>> {
  const names = ['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'];
  return Object.fromEntries(
    names.flatMap((name): (readonly [string, string])[] => {
      const value = variables[name] ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}

function homeOf(variables: Variables, entryHome: string | undefined): string {
  const named = variables['HCP_HOME'] ?? '';
  if (named === '') {
    const userHome = tilde(variables) ?? entryHome;
    if (userHome !== undefined) return join(userHome, '.hcp');
    throw new HcpError('home_unknown', 'this user has no home folder; set HCP_HOME to an absolute path');
  }
  if (isAbsolute(named)) return named;
  throw new HcpError('home_not_absolute', `HCP_HOME must be an absolute path, not ${JSON.stringify(named)}`);
}

/** What a shell takes `~` for, so that who gives a program a home of its own keeps it apart. */
function tilde(variables: Variables): string | undefined {
  const home = variables['HOME'];
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
