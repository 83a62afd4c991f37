import { JAIL_TMPDIR } from './jail-settings.js';
import { mountWords, symlinkWords, type JailMount, type JailSymlink } from './jail-mounts.js';

/** Everything bubblewrap has to know to make one jail. */
export interface JailPlan {
  readonly mounts: readonly JailMount[];
  readonly symlinks: readonly JailSymlink[];
  readonly network: 'none' | 'host';
  /** Whether this bubblewrap can forbid further user namespaces. */
  readonly disableUserns: boolean;
  /** Bytes of the fresh `/tmp`. */
  readonly temporaryBytes: number;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Bytes of `/dev/shm`. Like all of `/tmp` it is memory, and counts as such. */
const SHARED_MEMORY_BYTES = 64 * 1024 ** 2;

const NAMESPACES = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup'];

/**
 * `/proc` is read-only: to a program of the host's root the files below `/proc/sys` are its own, and one of them names
 * what the kernel runs, outside, when a program crashes. So are `/dev` and the root itself: they are memory.
 */
const OWN_FOLDERS = [
  ...['--proc', '/proc', '--dev', '/dev', '--size', String(SHARED_MEMORY_BYTES), '--tmpfs', '/dev/shm'],
  ...['--remount-ro', '/proc', '--remount-ro', '/dev', '--remount-ro', '/'],
];

/** The words for one bubblewrap, environment and secrets included, so they go over a descriptor (profile P9). Pure. */
export function jailWords(plan: JailPlan): string[] {
  return [
    ...NAMESPACES,
    ...(plan.network === 'none' ? ['--unshare-net'] : []),
    ...['--cap-drop', 'ALL', '--new-session', '--die-with-parent', '--hostname', 'sandbox'],
    ...(plan.disableUserns ? ['--disable-userns'] : []),
    // Before the mounts, some of which may lie in it.
    ...['--size', String(plan.temporaryBytes), '--tmpfs', JAIL_TMPDIR],
    ...mountWords(plan.mounts),
    ...symlinkWords(plan.symlinks),
    ...OWN_FOLDERS,
    ...['--chdir', plan.cwd, '--clearenv'],
    ...Object.entries(plan.environment).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}
