import { HcpError, offeredArgs, parseEnvelope } from '@hcp/pipeline';
import { watchProgress } from '../output/progress.js';
import { UsageError } from '../usage-error.js';
import { answerCall } from './answer-call.js';
import type { Answering } from './answering.js';
import type { Argument } from './argument-pairs.js';
import { atCallSite, type CallSite } from './call-site.js';
import { declaredTypes } from './declared-types.js';
import { envelopeText, mayBeTyped, memberText } from './envelope-text.js';
import type { CallOptions, ExecRequest } from './exec-request.js';
import { failCall, type Asked } from './fail-call.js';

/** Runs one `hcp exec` and answers its exit status (profile P11). */
export async function executeRequest(request: ExecRequest): Promise<number> {
  const { options } = request;
  let asked: Asked | undefined;
  try {
    if (request.source === 'lines') return await withAnswering(options, answerLines);
    if (request.source === 'words') {
      asked = request;
      return await withAnswering(options, (answering) => answerWords(request, answering));
    }
    const envelope = await readEnvelope(request.from);
    asked = askedIn(envelope);
    return await withAnswering(options, (answering) => answerOne('the call', envelope, answering));
  } catch (error) {
    return failCall(error, { verbose: options.verbose, asked });
  }
}

async function withAnswering(options: CallOptions, work: (answering: Answering) => Promise<number>): Promise<number> {
  if (options.remote === undefined) return atCallSite(options, (site) => work(answeringHere(site)));
  const { atDaemon } = await import('../remote/at-daemon.js');
  return atDaemon(options, options.remote, work);
}

function askedIn(envelope: Uint8Array): Asked | undefined {
  const parsed = parseEnvelope(envelope);
  return parsed.ok ? parsed.envelope : undefined;
}

function answeringHere(site: CallSite): Answering {
  return {
    interruption: site.interruption,
    answer: (source) => answerCall(source, site),
    verbOf: async (packId, verbKey) => {
      const pack = await site.ports.packs.resolve(packId);
      const args = 'unknown' in pack ? undefined : await offeredArgs(site.ports, pack, verbKey);
      return args === undefined ? undefined : { args };
    },
  };
}

async function answerLines(answering: Answering): Promise<number> {
  const { executeLines } = await import('./execute-lines.js');
  return executeLines(answering);
}

interface Words {
  readonly packId: string;
  readonly verbKey: string;
  readonly args: readonly Argument[];
}

async function answerWords(words: Words, answering: Answering): Promise<number> {
  return answerOne(`${words.packId} ${words.verbKey}`, await compose(words, answering), answering);
}

async function answerOne(what: string, source: string | Uint8Array, answering: Answering): Promise<number> {
  const ended = watchProgress(what);
  const { status } = await answering.answer(source);
  ended();
  return status;
}

/** Reads the verb's schema only where it could change how a word is read; an unknown pack types nothing. */
async function compose({ packId, verbKey, args }: Words, answering: Answering): Promise<string> {
  const types = declaredTypes(args.some(mayBeTyped) ? await answering.verbOf(packId, verbKey) : undefined);
  return envelopeText(
    packId,
    verbKey,
    args.map((argument) => memberText(argument, types)),
  );
}

/** Read before anything of the runtime is touched: an envelope that is not there is the caller's mistake. */
async function readEnvelope(from: string): Promise<Uint8Array> {
  const { readSource } = await import('../read-source.js');
  try {
    return readSource(from);
  } catch (error) {
    if (!(error instanceof HcpError) || error.code !== 'unreadable') throw error;
    throw new UsageError(error.message, 'name a file that holds an envelope, or - for standard input');
  }
}
