import { setImmediate } from 'node:timers/promises';
import { createOutputCollector, type OutputCollector } from './output-collector.js';
import type { RunningProgram } from './start-program.js';

export interface StreamReader {
  readonly stdout: OutputCollector;
  readonly stderr: OutputCollector;
  /** Reads what is still in the pipes. `false` when something that outlived the program holds one of them open. */
  readonly drain: () => Promise<boolean>;
  readonly close: () => void;
}

/** Milliseconds without a byte after which a pipe that stays open is taken to hold no more of the program's. */
const QUIET_MS = 100;
const MAX_LOOKS = 20;
/** Rounds of the event loop from the arrival of an end to the stream being closed, and some to spare. */
const TURNS = 5;

function closesWithin(closed: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, false);
    void closed.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

export interface StreamEvents {
  readonly maxOutputBytes: number;
  /** A stream passed the limit; both are closed. */
  readonly onExceeded: () => void;
  /** Nobody can write to a stream any more. */
  readonly onEnd: () => void;
}

/** Reads both output streams of a program into bounded memory. */
export function readStreams(
  program: RunningProgram,
  { maxOutputBytes, onExceeded, onEnd }: StreamEvents,
): StreamReader {
  const streams = [program.stdout, program.stderr] as const;
  const close = (): void => {
    for (const stream of streams) stream.destroy();
  };
  const collectors = streams.map((stream) => {
    const collector = createOutputCollector(maxOutputBytes);
    stream.on('data', (chunk: Buffer) => {
      if (collector.take(chunk)) return;
      close();
      onExceeded();
    });
    stream.on('end', onEnd);
    // A read that fails ends the stream like any other end; what was read before it counts.
    stream.on('error', close);
    return collector;
  });
  const closed = Promise.all(streams.map((stream) => new Promise((resolve) => stream.once('close', resolve))));
  const [stdout, stderr] = collectors as [OutputCollector, OutputCollector];
  const drain = async (): Promise<boolean> => {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const before = stdout.size() + stderr.size();
      if (await closesWithin(closed, QUIET_MS)) return true;
      // A busy host may come late to its reads: what has arrived, the end included, gets its turns first.
      for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
      if (streams.every((stream) => stream.closed)) return true;
      if (stdout.size() + stderr.size() === before) return false;
    }
    return false;
  };
  return { stdout, stderr, drain, close };
}
