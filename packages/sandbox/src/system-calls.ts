import { isMainThread } from 'node:worker_threads';

/** Ends in `null`, as C wants it. */
export type Texts = readonly (string | null)[];

/** The C functions a start needs. Each answers as C does; texts and arrays are copied before the call returns. */
export interface SystemCalls {
  readonly posix_spawn: (
    ...parameters: [pid: [number], path: string, actions: Buffer, attributes: Buffer, argv: Texts, env: Texts]
  ) => number;
  readonly waitpid: (pid: number, status: [number], options: number) => number;
  /** `limits` holds the soft and the hard one, 64 bits each. */
  readonly prlimit: (...parameters: [pid: number, resource: number, limits: Buffer, old: null]) => number;
  readonly pipe2: (ends: [number, number], flags: number) => number;
  readonly initActions: (actions: Buffer) => number;
  readonly destroyActions: (actions: Buffer) => number;
  readonly addDup2: (actions: Buffer, from: number, to: number) => number;
  readonly addClose: (actions: Buffer, descriptor: number) => number;
  readonly addChdir: (actions: Buffer, path: string) => number;
  readonly initAttributes: (attributes: Buffer) => number;
  readonly setFlags: (attributes: Buffer, flags: number) => number;
  readonly setSignalMask: (attributes: Buffer, signals: Buffer) => number;
  readonly setDefaultSignals: (attributes: Buffer, signals: Buffer) => number;
  readonly fillSignals: (signals: Buffer) => number;
  /** Of the last call that answered -1. */
  readonly errno: () => number;
}

const signatures: Readonly<Record<Exclude<keyof SystemCalls, 'errno'>, string>> = {
  posix_spawn:
    'int posix_spawn(_Out_ int *pid, const char *path, void *actions, void *attributes, const char **argv, const char **env)',
  waitpid: 'int waitpid(int pid, _Out_ int *status, int options)',
  prlimit: 'int prlimit(int pid, int resource, void *limits, void *old)',
  pipe2: 'int pipe2(_Out_ int *ends, int flags)',
  initActions: 'int posix_spawn_file_actions_init(void *actions)',
  destroyActions: 'int posix_spawn_file_actions_destroy(void *actions)',
  addDup2: 'int posix_spawn_file_actions_adddup2(void *actions, int from, int to)',
  addClose: 'int posix_spawn_file_actions_addclose(void *actions, int descriptor)',
  addChdir: 'int posix_spawn_file_actions_addchdir_np(void *actions, const char *path)',
  initAttributes: 'int posix_spawnattr_init(void *attributes)',
  setFlags: 'int posix_spawnattr_setflags(void *attributes, short flags)',
  setSignalMask: 'int posix_spawnattr_setsigmask(void *attributes, void *signals)',
  setDefaultSignals: 'int posix_spawnattr_setsigdefault(void *attributes, void *signals)',
  fillSignals: 'int sigfillset(void *signals)',
};

/** The part of koffi that is used. */
interface ForeignFunctions {
  readonly load: (library: null) => { readonly func: (signature: string) => unknown };
  readonly errno: () => number;
}

/**
 * The C library's own functions, through a prebuilt addon. `undefined` where there is none: another system, an addon
 * that is not installed or does not load, a C library without one of them, or a worker, which hears of no child's end.
 */
export async function loadSystemCalls(): Promise<SystemCalls | undefined> {
  if (process.platform !== 'linux' || !isMainThread) return undefined;
  try {
    // koffi itself has an install script; these packages, which hold its machine code, have none, and no types either.
    const addon = (await import(`@koromix/koffi-linux-${process.arch}`)) as { readonly default: ForeignFunctions };
    const koffi = addon.default;
    const library = koffi.load(null);
    const functions = Object.entries(signatures).map(([name, signature]) => [name, library.func(signature)]);
    return { ...(Object.fromEntries(functions) as Omit<SystemCalls, 'errno'>), errno: () => koffi.errno() };
  } catch {
    return undefined;
  }
}
