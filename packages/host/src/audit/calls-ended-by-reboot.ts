import { interruptedCallScan } from './interrupted-call.js';
import type { FieldTexts } from './record-fields.js';
import { scanBackwards } from './scan-backwards.js';

/** Markers are not flushed, but those of a long-running call are on disk: two files reach back far enough for the rest. */
const mostFiles = 2;

/**
 * `recovery` records for the calls that the last boot left without an ending; the caller holds the lock and has
 * seen that the head is of an earlier boot, so that no record can be of a call still running.
 */
export function callsEndedByReboot(directory: string, firstSeqOfBoot: number): readonly FieldTexts[] {
  const scan = interruptedCallScan();
  let files = 0;
  for (const { lines } of scanBackwards(directory)) {
    files += 1;
    for (const line of lines) {
      if ((scan.take(line) ?? Infinity) <= firstSeqOfBoot) return scan.interrupted();
    }
    if (files === mostFiles) break;
  }
  return scan.interrupted();
}
