import { readFileSync } from 'node:fs';

/** Why bubblewrap does not make a jail, and what to do about it. */
export interface JailFault {
  readonly reason: string;
  readonly fix: string;
}

function readSetting(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name}`, 'latin1').trim();
  } catch {
    return undefined;
  }
}

type ReadSetting = (name: string) => string | undefined;

const NO_JAIL = 'or run programs without a jail, as you: hcp config set sandbox.mode \'"native-local"\'';

/** Which of the system's switches keeps a user from having namespaces. */
function namespacesRefused(read: ReadSetting): JailFault {
  if (read('kernel/apparmor_restrict_unprivileged_userns') === '1') {
    return {
      reason: 'AppArmor keeps /usr/bin/bwrap from making a user namespace',
      fix: `give bwrap its AppArmor profile (apt-get install apparmor-profiles, then: apparmor_parser -r /usr/share/apparmor/extra-profiles/bwrap-userns-restrict), ${NO_JAIL}`,
    };
  }
  if (read('kernel/unprivileged_userns_clone') === '0') {
    return {
      reason: 'this system lets only root make user namespaces (kernel.unprivileged_userns_clone is 0)',
      fix: `run as root: sysctl -w kernel.unprivileged_userns_clone=1, ${NO_JAIL}`,
    };
  }
  if (read('user/max_user_namespaces') === '0') {
    return {
      reason: 'this system allows no user namespaces (user.max_user_namespaces is 0)',
      fix: `run as root: sysctl -w user.max_user_namespaces=15000, ${NO_JAIL}`,
    };
  }
  return {
    reason: 'the system refuses the namespaces of a jail, as the seccomp profile of a container does',
    fix: `run the container with a profile that allows unshare, clone and mount (docker run --security-opt seccomp=…), ${NO_JAIL}`,
  };
}

const PROC_REFUSED: JailFault = {
  reason: 'the system refuses the jail a /proc of its own, as a container does that hides parts of /proc',
  fix: `run the container with --security-opt systempaths=unconfined (in Kubernetes: procMount: Unmasked), ${NO_JAIL}`,
};

/** In the order they are looked for; the first that is found in what bubblewrap says decides. */
const CAUSES: readonly (readonly [RegExp, (read: ReadSetting) => JailFault])[] = [
  [/mount proc on|proc\/sys\/user|max_user_namespaces: Read-only/, () => PROC_REFUSED],
  [/new namespace|uid map|gid map|setgroups|RTM_NEWADDR|loopback:|unshare/i, namespacesRefused],
];

/** One line in printable ASCII, of a length one reads. */
function firstLine(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '') ?? 'it says nothing';
  return line.replaceAll(/[^ -~]/g, '?').slice(0, 300);
}

/**
 * Puts into words why bubblewrap failed before it started the program, from what it printed (hardening: told apart from
 * the program's own end). AppArmor, the switches of the kernel and a hidden `/proc` are named with what helps.
 */
export function explainJailFault(printed: string, read: ReadSetting = readSetting): JailFault {
  const cause = CAUSES.find(([pattern]) => pattern.test(printed));
  if (cause !== undefined) return cause[1](read);
  return { reason: `bubblewrap failed: ${firstLine(printed)}`, fix: 'see hcp doctor' };
}

type StartFault = 'ENOENT' | 'EACCES' | 'ENOEXEC' | 'E2BIG';

/** Of the program, or of what bubblewrap is told on its behalf. */
const TOO_LONG = /Argument list too long|Exceeded maximum number of arguments/;

const START_FAULTS: ReadonlyMap<string, StartFault> = new Map([
  ['No such file or directory', 'ENOENT'],
  ['Permission denied', 'EACCES'],
  ['Exec format error', 'ENOEXEC'],
]);

/** What the system said of the program itself, when bubblewrap made the jail and could not start it. */
export function startFaultCode(printed: string): StartFault | undefined {
  if (TOO_LONG.test(printed)) return 'E2BIG';
  const reason = /bwrap: execvp .*: ([^:\n]+)\n?$/.exec(printed)?.[1];
  return reason === undefined ? undefined : START_FAULTS.get(reason);
}
