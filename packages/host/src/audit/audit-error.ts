import { HcpError } from '@hcp/pipeline';
import { reasonOf } from '../home/system-error.js';

/** The system refused; later calls try again. */
export function unwritable(path: string, cause: unknown): HcpError {
  if (cause instanceof HcpError) return cause;
  const message = `audit: ${path} cannot be written: ${reasonOf(cause)}. Free space or make it writable; the next call tries again.`;
  return new HcpError('audit_unwritable', message, { cause });
}

/** Also read by who has just run `hcp audit verify`, so it does not say to. */
const wayOut =
  'Until this is settled every call is refused. Restore the folder from a copy; or, to go on without one, move the ' +
  'whole folder aside and keep it as evidence: the next call begins a new log.';

/** The log ends before what `head.json` says was written. */
export function cut(path: string, found: string): HcpError {
  return new HcpError('audit_cut', `audit: ${path} has been cut: ${found}. ${wayOut}`);
}

/** Records or the head are not what this runtime writes. */
export function damaged(path: string, found: string, cause?: unknown): HcpError {
  return new HcpError('audit_damaged', `audit: ${path} ${found}. ${wayOut}`, { cause });
}
