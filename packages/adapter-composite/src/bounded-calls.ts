/** Inner calls of one handler run that run at a time; the others wait. */
export const callsAtOnce = 8;

/** Inner calls of one handler run, from its start to its end. */
export const mostCalls = 1000;

/** Bytes of the envelopes of the calls that run or wait. */
export const mostBytesUnderWay: number = 8 * 1024 * 1024;

type Exec = (envelope: string) => Promise<string>;

/**
 * The inner calls of one handler run: in the order they were made, at most `callsAtOnce` at a time. Rejects at once, and
 * keeps nothing, for a call beyond `mostCalls`, and while `mostBytesUnderWay` run or wait.
 */
export function boundCalls(make: Exec): Exec {
  const waiting: (() => void)[] = [];
  let made = 0;
  let running = 0;
  let bytesUnderWay = 0;
  const run = async (envelope: string, bytes: number): Promise<string> => {
    if (running < callsAtOnce) running += 1;
    // Whoever ends hands its place on, so that the number of those that run stays as it is.
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await make(envelope);
    } finally {
      bytesUnderWay -= bytes;
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
  return (envelope) => {
    if (made >= mostCalls) return refuse(`one run of a handler makes at most ${mostCalls} calls`);
    const bytes = Buffer.byteLength(envelope);
    if (bytesUnderWay + bytes > mostBytesUnderWay) {
      return refuse(
        `the calls under way have at most ${mostBytesUnderWay} bytes together, and this one has ${bytes}; await others first`,
      );
    }
    made += 1;
    bytesUnderWay += bytes;
    return run(envelope, bytes);
  };
}

const refuse = (rule: string): Promise<never> => Promise.reject(new RangeError(`context.exec: ${rule}`));
