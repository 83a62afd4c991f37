import type { ChainCheck } from './chain-check.js';
import { logFileName } from './log-files.js';

/** What is wrong with a log each of whose lines follows the one before it; `undefined` when nothing is. */
export function checkEnd(check: ChainCheck): string | undefined {
  return checkBeginning(check) ?? checkHead(check) ?? checkExpectedHead(check);
}

/** Removed files are accepted only up to a boundary that an `admin` record in the log names. */
function checkBeginning({ first, signedOff }: ChainCheck): string | undefined {
  if (first === undefined || first.fileNumber === 1) return undefined;
  const before = signedOff.get(first.seq - 1);
  if (before?.last_hash === first.prev) return undefined;
  return `records 1 to ${first.seq - 1} are missing: the files up to ${logFileName(first.fileNumber - 1)} were removed without being signed off`;
}

function checkHead({ head, seq, hashAtHead }: ChainCheck): string | undefined {
  if (head === undefined || head.seq === 0) return undefined;
  if (seq < head.seq) {
    const missing = seq + 1 === head.seq ? `record ${head.seq} is` : `records ${seq + 1} to ${head.seq} are`;
    return `${missing} missing: head.json names record ${head.seq} of ${head.file}, the end of the log has been cut off`;
  }
  return hashAtHead === head.hash
    ? undefined
    : `record ${head.seq} is not the one that head.json names: the log has been written anew`;
}

function checkExpectedHead({ expectedHead, expectedHeadFound, signedOff }: ChainCheck): string | undefined {
  if (expectedHead === undefined || expectedHeadFound) return undefined;
  if ([...signedOff.values()].some((removed) => removed.last_hash === expectedHead)) return undefined;
  return `the hash ${expectedHead} is nowhere in the log: its end has been cut off, it has been written anew, or the record was in a file removed since`;
}
