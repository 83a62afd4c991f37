/** Everything a command line decides. Counts are per daemon unless they say otherwise. */
export interface Settings {
  /** `HOST:PORT` on loopback, parsed; `undefined` without TCP. */
  readonly listen: TcpAddress | undefined;
  /** Absolute path of the unix socket; `undefined` for `hcpd.sock` in the home. */
  readonly socket: string | undefined;
  /** Permission bits of the socket. */
  readonly socketMode: number;
  readonly limits: LimitSettings;
}

export interface TcpAddress {
  /** A loopback address as the system takes it, without brackets. */
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

/** Bounds on what clients may take; each is a flag of {@link limitFlags}. */
export interface LimitSettings {
  readonly maxRunning: number;
  readonly maxRunningPerPrincipal: number;
  readonly maxQueued: number;
  readonly maxQueuedPerPrincipal: number;
  readonly rate: number;
  readonly burst: number;
  readonly unauthenticatedRate: number;
  readonly unauthenticatedBurst: number;
  readonly maxConnections: number;
  readonly requestTimeoutMs: number;
  readonly graceMs: number;
}

export interface LimitFlag {
  readonly name: string;
  readonly setting: keyof LimitSettings;
  readonly byDefault: number;
  readonly description: string;
}

/** One flag a line: the parser reads this table and help prints it. */
export const limitFlags: readonly LimitFlag[] = [
  { name: 'max-running', setting: 'maxRunning', byDefault: 64, description: 'calls that run at the same time' },
  {
    name: 'max-running-per-principal',
    setting: 'maxRunningPerPrincipal',
    byDefault: 32,
    description: 'of these, the most of one principal, so that others always find a place',
  },
  { name: 'max-queued', setting: 'maxQueued', byDefault: 1024, description: 'calls that wait; beyond it 503' },
  {
    name: 'max-queued-per-principal',
    setting: 'maxQueuedPerPrincipal',
    byDefault: 256,
    description: 'of these, the most of one principal; beyond it 429',
  },
  { name: 'rate', setting: 'rate', byDefault: 1000, description: 'requests a second of one principal; beyond it 429' },
  { name: 'burst', setting: 'burst', byDefault: 5000, description: 'requests one principal may save up' },
  {
    name: 'unauthenticated-rate',
    setting: 'unauthenticatedRate',
    byDefault: 10,
    description: 'requests a second without a valid token, of one peer; beyond it 429, not recorded',
  },
  {
    name: 'unauthenticated-burst',
    setting: 'unauthenticatedBurst',
    byDefault: 100,
    description: 'such requests one peer may save up',
  },
  {
    name: 'max-connections',
    setting: 'maxConnections',
    byDefault: 1024,
    description: 'open connections; beyond it the longest idle one is closed',
  },
  {
    name: 'request-timeout-ms',
    setting: 'requestTimeoutMs',
    byDefault: 30_000,
    description: 'milliseconds a client has to send one whole request; beyond it 408',
  },
  {
    name: 'grace-ms',
    setting: 'graceMs',
    byDefault: 30_000,
    description: 'milliseconds running calls have to end at SIGTERM before they are cancelled',
  },
];
