import { HcpError, invalidEnvelopeResult, parseEnvelope, type ExecEnvelope } from '@hcp/pipeline';
import type { Answered } from '../exec/answer-call.js';
import type { Answering } from '../exec/answering.js';
import type { CallOptions } from '../exec/exec-request.js';
import { createInterruption, type Interruption } from '../exec/interruption.js';
import { writeAll } from '../output/write-all.js';
import { writeAnswer, writeAnswerLine } from '../output/write-answer.js';
import { UsageError } from '../usage-error.js';
import { parseDaemonAddress } from './daemon-address.js';
import { openDaemon, type DaemonAnswer, type DaemonClient } from './daemon-client.js';
import { daemonMessage } from './daemon-message.js';
import { openSession, type DaemonSession } from './daemon-session.js';
import { readToken } from './read-token.js';

/** `--daemon` and what belongs to it. */
export interface DaemonOptions {
  readonly address: string;
  readonly tokenFile: string | undefined;
  /** An existing session of the daemon. */
  readonly session: string | undefined;
}

interface Reached {
  readonly daemon: DaemonClient;
  readonly session: DaemonSession;
  readonly interruption: Interruption;
  readonly verbose: boolean;
}

/** Has a daemon answer the calls of one command line; same answers, same exit status as here (profile P6, P11). */
export async function atDaemon(
  options: CallOptions,
  remote: DaemonOptions,
  work: (answering: Answering) => Promise<number>,
): Promise<number> {
  const interruption = createInterruption();
  let daemon: DaemonClient | undefined;
  let session: DaemonSession | undefined;
  try {
    refuseOptions(options, remote);
    daemon = await openDaemon(parseDaemonAddress(remote.address), readToken(remote.tokenFile));
    session = await openSession(daemon, { id: remote.session, projectId: options.project });
    const reached: Reached = { daemon, session, interruption, verbose: options.verbose };
    return await work({
      interruption,
      answer: (source) => answerThere(source, reached),
      verbOf: (packId, verbKey) => verbThere(packId, verbKey, reached.daemon),
    });
  } finally {
    interruption.release();
    // A session that is left behind ends by itself; the answer is out.
    await session?.end().catch(() => undefined);
    daemon?.close();
  }
}

function refuseOptions({ dryRun, project }: CallOptions, { session }: DaemonOptions): void {
  if (dryRun) throw new UsageError('--dry-run does not go with --daemon', 'run it where the daemon runs');
  if (project !== undefined && session !== undefined) {
    throw new UsageError('--project does not go with --daemon and --session: the session has its project');
  }
}

async function answerThere(source: string | Uint8Array, reached: Reached): Promise<Answered> {
  const { interruption, verbose } = reached;
  const parsed = parseEnvelope(source);
  if (!parsed.ok) {
    interruption.release();
    return { status: 2, delivered: writeAnswer(invalidEnvelopeResult(parsed.reason)) };
  }
  const { envelope } = parsed;
  interruption.listen();
  const answer = await answerOf(source, envelope, reached);
  await interruption.heard();
  interruption.release();
  if (typeof answer === 'string') return { status: 1, delivered: writeRefusal(envelope, answer) };
  const callId = answer.headers['hcp-call-id'];
  if (verbose && callId !== undefined) writeAll(2, `call ${String(callId)}\n`);
  return deliver(answer, envelope);
}

/** A text says why there is no answer to a call that may have run. Throws where it has not. */
async function answerOf(
  source: string | Uint8Array,
  envelope: ExecEnvelope,
  { daemon, session, interruption: { signal } }: Reached,
): Promise<DaemonAnswer | string> {
  let sent = false;
  try {
    await session.use(envelope.packId, signal);
    sent = true;
    return await daemon.ask({
      method: 'POST',
      path: '/v1/exec',
      headers: { 'content-type': 'application/json', 'hcp-session': session.id },
      body: source,
      signal,
    });
  } catch (error) {
    if (signal.aborted) return 'cancelled';
    if (!sent || !(error instanceof HcpError) || error.code === 'daemon_unreachable') throw error;
    return error.message;
  }
}

/** An answer without an exit status is no result envelope: the daemon turned the request away, so nothing ran. */
function deliver(answer: DaemonAnswer, envelope: ExecEnvelope): Answered {
  const status = /^[0-3]$/.exec(String(answer.headers['hcp-exit-status']))?.[0];
  if (status === undefined) return { status: 3, delivered: writeRefusal(envelope, daemonMessage(answer)) };
  return { status: Number(status) as Answered['status'], delivered: writeAnswerLine(answer.text.trimEnd()) };
}

function writeRefusal({ packId, verbKey }: ExecEnvelope, error: string): boolean {
  return writeAnswer({ ok: false, pack_id: packId, verb_key: verbKey, error });
}

async function verbThere(packId: string, verbKey: string, daemon: DaemonClient): ReturnType<Answering['verbOf']> {
  const answer = await daemon.ask({ method: 'GET', path: `/v1/packs/${encodeURIComponent(packId)}` });
  if (answer.status !== 200) return undefined;
  const { verbs } = JSON.parse(answer.text) as {
    readonly verbs: readonly { readonly key: string; readonly args: object | null }[];
  };
  const args = verbs.find(({ key }) => key === verbKey)?.args;
  return args === null || args === undefined ? undefined : { args: { ...args } };
}
