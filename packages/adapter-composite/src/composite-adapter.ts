import {
  redactArgs,
  type Adapter,
  type AdapterOutcome,
  type ApprovedCall,
  type InstalledPack,
  type OperatorNotice,
  type RenderedCall,
  type RenderRequest,
} from '@hcp/pipeline';
import type { CompositeCall } from './composite-call.js';
import type { CompositeHandler, CompositeHandlers } from './handler.js';
import { createSeats, type Seats } from './seats.js';

export interface CompositeAdapterOptions {
  /** What the embedding program brings; a pack that is named here never loads its own `composite.js`. */
  readonly handlers: CompositeHandlers;
  /** Why code of this call's pack may not run in this process now, printed after `sandbox: `; `undefined` lets it. */
  readonly refusalOf: (call: ApprovedCall) => string | undefined;
  /** Told of a thread that cannot be ended; nobody is where it is absent. */
  readonly notifyOperator?: (notice: OperatorNotice) => void;
  /** Worker threads at a time at each depth of nesting; default 8. */
  readonly workers?: number;
  /** Heap of one worker in MiB; default 128. */
  readonly workerMemoryMb?: number;
}

/** What a composite call looks like to `--dry-run`: which handler would be called, `secret_args` as `[redacted]`. */
export interface CompositePreview {
  readonly handler: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The adapter of `kind: composite` (§6.6, profile P12). */
export function createCompositeAdapter(options: CompositeAdapterOptions): Adapter {
  const { workers = 8, workerMemoryMb: memoryMb = 128, notifyOperator: notify = () => undefined } = options;
  const seatsOf = seatsByDepth(workers);
  const run = async (composite: CompositeCall): Promise<AdapterOutcome> => {
    const refusal = options.refusalOf(composite.call);
    if (refusal !== undefined) return { ok: false, code: 'sandbox', started: false, error: `sandbox: ${refusal}` };
    const embedded = ownHandlers(options.handlers, composite.pack.id);
    if (embedded === undefined) {
      const { runInWorker } = await import('./run-in-worker.js');
      return runInWorker(composite, { seats: seatsOf(composite.nested.depth), memoryMb, notify });
    }
    const handler = own(embedded, composite.verbKey);
    if (handler === undefined) return missing(composite);
    const { runEmbedded } = await import('./run-embedded.js');
    return runEmbedded(handler, composite);
  };
  return {
    kind: 'composite',
    executes: (pack: InstalledPack) => pack.code !== undefined || ownHandlers(options.handlers, pack.id) !== undefined,
    render: (request) => render(request, run),
  };
}

function render(request: RenderRequest, run: (composite: CompositeCall) => Promise<AdapterOutcome>): RenderedCall {
  const { pack, verbKey, entry, args } = request;
  const preview: CompositePreview = { handler: verbKey, args: redactArgs(args, entry) };
  return {
    ok: true,
    preview,
    run: (call, minted, nested) => run({ pack, verbKey, entry, args, call, minted, nested }),
  };
}

function missing({ verbKey }: CompositeCall): AdapterOutcome {
  const error = `verb "${verbKey}" has no handler; register one`;
  return { ok: false, code: 'failed', started: false, error };
}

function seatsByDepth(workers: number): (depth: number) => Seats {
  const seats = new Map<number, Seats>();
  return (depth) => {
    const known = seats.get(depth) ?? createSeats(workers);
    seats.set(depth, known);
    return known;
  };
}

function ownHandlers(handlers: CompositeHandlers, packId: string): CompositeHandlers[string] | undefined {
  return Object.hasOwn(handlers, packId) ? handlers[packId] : undefined;
}

function own(handlers: CompositeHandlers[string], verbKey: string): CompositeHandler | undefined {
  return Object.hasOwn(handlers, verbKey) ? handlers[verbKey] : undefined;
}
