import { dryRun, execute, invalidEnvelopeResult, parseEnvelope, type Caller } from '@hcp/pipeline';
import { writeAll } from '../output/write-all.js';
import { writeAnswer, writeAnswerLine } from '../output/write-answer.js';
import type { CallSite } from './call-site.js';

export interface Answered {
  /** Profile P11. */
  readonly status: 0 | 1 | 2 | 3;
  /** `false` when nobody reads standard output any more. */
  readonly delivered: boolean;
}

/** Puts one envelope, as sent, through the pipeline and writes the answer. Never throws for what the envelope holds. */
export async function answerCall(source: string | Uint8Array, site: CallSite): Promise<Answered> {
  const { interruption } = site;
  const parsed = parseEnvelope(source);
  if (!parsed.ok) {
    interruption.release();
    return { status: 2, delivered: writeAnswer(invalidEnvelopeResult(parsed.reason)) };
  }
  const take = site.options.dryRun ? dryRun : execute;
  interruption.listen();
  const report = await take(parsed.envelope, callerOf(site), site.ports);
  // Nothing runs now: a signal may end this program while it waits for a slow reader.
  await interruption.heard();
  interruption.release();
  if (site.options.verbose) writeAll(2, `call ${report.callId}\n`);
  return { status: report.exitStatus, delivered: writeAnswerLine(report.line) };
}

function callerOf(site: CallSite): Caller {
  const { session, project } = site.options;
  return {
    face: 'cli',
    sessionId: session,
    credential: null,
    signal: site.interruption.signal,
    ...(project === undefined ? {} : { projectId: project }),
  };
}
