import type { HostUser } from './jail-settings.js';
import type { JailMount } from './jail-mounts.js';
import { openMountWords, symlinkWords } from './jail-mounts.js';
import { OUTER_WORDS_DESCRIPTOR, STATUS_DESCRIPTOR, WORDS_DESCRIPTOR, type JailStart } from './jail-start.js';
import type { JailPlan } from './jail-words.js';
import type { LimitPlan } from './limit-plan.js';

export const BUBBLEWRAP = '/usr/bin/bwrap';
export const SETPRIV = '/usr/bin/setpriv';

export interface JailCommand {
  /** The program inside and its arguments. */
  readonly command: readonly string[];
  readonly inside: LimitPlan['inside'];
  readonly user: HostUser | undefined;
}

/** The command line of a jail: what everybody on the machine may read of it. Pure. */
export function jailCommand({ command, inside, user }: JailCommand): JailStart['argv'] {
  const told = ['--args', String(WORDS_DESCRIPTOR), '--json-status-fd', String(STATUS_DESCRIPTOR)];
  const jail = [BUBBLEWRAP, ...told, '--', ...inside, ...command] as const;
  return user === undefined ? jail : [...outerCommand(user), ...jail];
}

function outerCommand({ uid, gid }: HostUser): [string, ...string[]] {
  const become = [SETPRIV, `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
  return [BUBBLEWRAP, '--args', String(OUTER_WORDS_DESCRIPTOR), '--', ...become];
}

/**
 * For a jail of another user: root makes the folders visible that this user may not reach through their parents, gives
 * up everything but the change of user, and a second bubblewrap makes the jail. Pure.
 */
export function outerWords({ mounts, symlinks }: Pick<JailPlan, 'mounts' | 'symlinks'>): string[] {
  return [
    // Where the second one begins to build.
    ...['--perms', '0755', '--dir', '/tmp'],
    ...openMountWords(mounts),
    ...symlinkWords(symlinks),
    ...['--bind', '/proc', '/proc', '--dev-bind', '/dev', '/dev', '--die-with-parent'],
    ...['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--chdir', '/'],
  ];
}

/** As the second bubblewrap finds them, which is where the first has put them. Pure. */
export function inPlace(mounts: readonly JailMount[]): JailMount[] {
  return mounts.map((mount) => ({ ...mount, source: mount.path }));
}
