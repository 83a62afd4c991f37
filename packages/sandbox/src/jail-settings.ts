/** A limit on one call and who set it. */
export interface CallLimit {
  readonly value: number;
  /** The key of `config.json` the operator set it by; absent for a default. Such a limit is enforced, or the call is refused. */
  readonly key?: string;
}

/** What one call may use (profile P9). */
export interface CallLimits {
  /** Processes and threads at once. */
  readonly processes: CallLimit;
  readonly memoryBytes: CallLimit;
  /** The largest file that can be written. */
  readonly fileBytes: CallLimit;
}

/** A user of the host, by number. */
export interface HostUser {
  readonly uid: number;
  readonly gid: number;
}

/** The operator's word on one pack in mode `sandbox` (profile P9). */
export interface JailSettings {
  /** `none`: a network namespace of its own, with nothing but its own loopback. */
  readonly network: 'none' | 'host';
  /** Absolute paths the program may read beside what it needs. */
  readonly readable: readonly string[];
  /** Absolute paths the program may read and write beside its `HOME`. */
  readonly writable: readonly string[];
  readonly limits: CallLimits;
  /** Whom programs run as; the user of this process unless given. */
  readonly user?: HostUser;
}

/** Profile P9, where the operator sets none. */
export const DEFAULT_LIMITS: CallLimits = {
  processes: { value: 256 },
  memoryBytes: { value: 2 * 1024 ** 3 },
  fileBytes: { value: 1024 ** 3 },
};

export const DEFAULT_JAIL: JailSettings = { network: 'none', readable: [], writable: [], limits: DEFAULT_LIMITS };

/** The fresh `/tmp` of a program inside (profile P9). */
export const JAIL_TMPDIR = '/tmp';

/** How the jail stands on this machine, and what it is told of each pack. */
export interface JailOptions {
  /** The runtime's home: nothing of it but the call's own folders is ever seen inside. */
  readonly home: string;
  /** The operator's own home, which no pack may bring in as a part of itself. */
  readonly operatorHome?: string;
  /** Asked at each call. What it throws refuses the call. */
  readonly settingsOf: (packId: string) => JailSettings;
}
