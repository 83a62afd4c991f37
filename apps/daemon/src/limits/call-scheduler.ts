export interface CallLimits {
  readonly maxRunning: number;
  /** The most one owner may have running. */
  readonly maxRunningPerPrincipal: number;
  readonly maxQueued: number;
  /** The most one owner may have waiting. */
  readonly maxQueuedPerPrincipal: number;
}

/** Why a call was not started. */
export type NotStarted = 'owner_queue_full' | 'queue_full' | 'closed' | 'gone';

export type Scheduled<T> =
  { readonly started: true; readonly value: T } | { readonly started: false; readonly why: NotStarted };

/** Whose call it is, and the signal of a caller that may leave while the call waits. */
export interface Applicant {
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Starts calls as places become free, by turns between owners: whoever has more waiting does not come more often. */
export interface CallScheduler {
  /** Runs `work` when it is its turn; rejects only with what `work` rejects with. */
  readonly run: <T>(applicant: Applicant, work: () => Promise<T>) => Promise<Scheduled<T>>;
  /** Starts nothing any more; what waits is answered `closed`. */
  readonly close: () => void;
  /** Resolves when nothing runs. */
  readonly idle: () => Promise<void>;
  readonly running: () => number;
  readonly queued: () => number;
}

/** Answers one call that waits: `undefined` gives it a place. Called once. */
type Waiting = (why: NotStarted | undefined) => void;

interface Owner {
  readonly name: string;
  running: number;
  readonly waiting: Set<Waiting>;
}

interface Places {
  readonly limits: CallLimits;
  /** Those with anything running or waiting. Map order is the order of turns: who was served goes to the end. */
  readonly owners: Map<string, Owner>;
  running: number;
  queued: number;
  closed: boolean;
  idleWaiters: (() => void)[];
}

export function createCallScheduler(limits: CallLimits): CallScheduler {
  const places: Places = { limits, owners: new Map(), running: 0, queued: 0, closed: false, idleWaiters: [] };
  return {
    run: async (applicant, work) => {
      if (applicant.signal.aborted) return { started: false, why: 'gone' };
      const owner = ownerOf(places, applicant.owner);
      const why = await admit(places, owner, applicant.signal);
      if (why !== undefined) return { started: false, why };
      try {
        return { started: true, value: await work() };
      } finally {
        leavePlace(places, owner);
      }
    },
    close: () => {
      places.closed = true;
      for (const owner of places.owners.values()) {
        for (const answer of owner.waiting) answer('closed');
        places.queued -= owner.waiting.size;
        owner.waiting.clear();
        forgetIfIdle(places, owner);
      }
    },
    idle: () => (places.running === 0 ? Promise.resolve() : new Promise((resolve) => places.idleWaiters.push(resolve))),
    running: () => places.running,
    queued: () => places.queued,
  };
}

/** `undefined` once the call has a place. */
function admit(places: Places, owner: Owner, signal: AbortSignal): Promise<NotStarted | undefined> {
  if (!places.closed && owner.waiting.size === 0 && hasPlace(places, owner)) {
    takePlace(places, owner);
    return Promise.resolve(undefined);
  }
  const why = refusalOf(places, owner);
  if (why === undefined) return wait(places, owner, signal);
  forgetIfIdle(places, owner);
  return Promise.resolve(why);
}

function wait(places: Places, owner: Owner, signal: AbortSignal): Promise<NotStarted | undefined> {
  return new Promise((resolve) => {
    const answer: Waiting = (why) => {
      signal.removeEventListener('abort', leave);
      resolve(why);
    };
    const leave = (): void => {
      owner.waiting.delete(answer);
      places.queued -= 1;
      forgetIfIdle(places, owner);
      answer('gone');
    };
    signal.addEventListener('abort', leave);
    owner.waiting.add(answer);
    places.queued += 1;
  });
}

function refusalOf({ limits, closed, queued }: Places, owner: Owner): NotStarted | undefined {
  if (closed) return 'closed';
  if (owner.waiting.size >= limits.maxQueuedPerPrincipal) return 'owner_queue_full';
  return queued >= limits.maxQueued ? 'queue_full' : undefined;
}

function hasPlace({ limits, running }: Places, owner: Owner): boolean {
  return running < limits.maxRunning && owner.running < limits.maxRunningPerPrincipal;
}

function takePlace(places: Places, owner: Owner): void {
  places.running += 1;
  owner.running += 1;
  places.owners.delete(owner.name);
  places.owners.set(owner.name, owner);
}

function leavePlace(places: Places, owner: Owner): void {
  places.running -= 1;
  owner.running -= 1;
  forgetIfIdle(places, owner);
  startNext(places);
  if (places.running > 0) return;
  for (const resolve of places.idleWaiters) resolve();
  places.idleWaiters = [];
}

/** One place that is left lets one call start at most. */
function startNext(places: Places): void {
  for (const owner of places.owners.values()) {
    const [next] = owner.waiting;
    if (next === undefined || !hasPlace(places, owner)) continue;
    owner.waiting.delete(next);
    places.queued -= 1;
    takePlace(places, owner);
    next(undefined);
    return;
  }
}

function ownerOf({ owners }: Places, name: string): Owner {
  const owner = owners.get(name) ?? { name, running: 0, waiting: new Set() };
  owners.set(name, owner);
  return owner;
}

function forgetIfIdle({ owners }: Places, owner: Owner): void {
  if (owner.running === 0 && owner.waiting.size === 0) owners.delete(owner.name);
}
