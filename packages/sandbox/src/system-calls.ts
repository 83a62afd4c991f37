import { createRequire } from 'node:module';

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
  /** Closes all from this one on; not every C library has it. */
  readonly addCloseFrom?: (actions: Buffer, first: number) => number;
  readonly addChdir: (actions: Buffer, path: string) => number;
  readonly initAttributes: (attributes: Buffer) => number;
  readonly setFlags: (attributes: Buffer, flags: number) => number;
  readonly setSignalMask: (attributes: Buffer, signals: Buffer) => number;
  readonly setDefaultSignals: (attributes: Buffer, signals: Buffer) => number;
  readonly fillSignals: (signals: Buffer) => number;
  /** Of the last call that answered -1. */
  readonly errno: () => number;
}

const signatures: Readonly<Record<Exclude<keyof SystemCalls, 'errno' | 'addCloseFrom'>, string>> = {
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

const closeFrom = 'int posix_spawn_file_actions_addclosefrom_np(void *actions, int first)';

interface Library {
  readonly func: (signature: string) => unknown;
}

/** The part of koffi that is used. */
interface ForeignFunctions {
  readonly load: (library: null) => Library;
  readonly errno: () => number;
}

/** A worker hears of no child's end. The one thing Node refuses there and nowhere else, and that changes nothing here. */
function isWorker(): boolean {
  try {
    process.chdir('.');
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_UNSUPPORTED_OPERATION';
  }
}

/**
 * koffi itself has an install script; the packages that hold its machine code have none, one file for each C library.
 * What loads them picks one by reading this program's own file, which takes longer than to try.
 */
function loadAddon(): ForeignFunctions | undefined {
  const load = createRequire(import.meta.url);
  for (const library of ['linux', 'musl']) {
    try {
      return load(`@koromix/koffi-linux-${process.arch}/${library}_${process.arch}/koffi.node`) as ForeignFunctions;
    } catch {
      // Not installed, or for another C library.
    }
  }
  return undefined;
}

function bind(koffi: ForeignFunctions): SystemCalls {
  const library = koffi.load(null);
  const functions = Object.entries(signatures).map(([name, signature]) => [name, library.func(signature)]);
  const calls = Object.fromEntries(functions) as Omit<SystemCalls, 'errno'>;
  return { ...calls, ...optionally(library), errno: () => koffi.errno() };
}

function optionally(library: Library): Pick<SystemCalls, 'addCloseFrom'> {
  try {
    return { addCloseFrom: library.func(closeFrom) as NonNullable<SystemCalls['addCloseFrom']> };
  } catch {
    return {};
  }
}

let loaded: SystemCalls | undefined;

/**
 * The C library's own functions, through a prebuilt addon. `undefined` where there is none: another system, an addon
 * that is not installed or does not load, a C library without one of them, or a worker. Asked again, it tries again.
 */
export function loadSystemCalls(): SystemCalls | undefined {
  if (loaded !== undefined || process.platform !== 'linux' || isWorker()) return loaded;
  try {
    const koffi = loadAddon();
    loaded = koffi === undefined ? undefined : bind(koffi);
  } catch {
    loaded = undefined;
  }
  return loaded;
}
