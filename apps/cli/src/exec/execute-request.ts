import { watchProgress } from '../output/progress.js';
import { answerCall } from './answer-call.js';
import type { Answering } from './answering.js';
import type { Argument } from './argument-pairs.js';
import { atCallSite, type CallSite } from './call-site.js';
import { declaredTypes } from './declared-types.js';
import { envelopeText, mayBeTyped, memberText } from './envelope-text.js';
import type { ExecRequest } from './exec-request.js';

/** Runs one `hcp exec` and answers its exit status (profile P11). */
export async function executeRequest(request: ExecRequest): Promise<number> {
  const { options } = request;
  if (options.remote === undefined) return atCallSite(options, (site) => answerRequest(request, answeringHere(site)));
  const { atDaemon } = await import('../remote/at-daemon.js');
  return atDaemon(options, options.remote, (answering) => answerRequest(request, answering));
}

function answeringHere(site: CallSite): Answering {
  return {
    interruption: site.interruption,
    answer: (source) => answerCall(source, site),
    verbOf: async (packId, verbKey) => {
      const pack = await site.ports.packs.resolve(packId);
      const verbs = 'unknown' in pack ? {} : pack.manifest.verbs;
      return Object.hasOwn(verbs, verbKey) ? verbs[verbKey] : undefined;
    },
  };
}

async function answerRequest(request: ExecRequest, answering: Answering): Promise<number> {
  if (request.source === 'lines') {
    const { executeLines } = await import('./execute-lines.js');
    return executeLines(answering);
  }
  const ended = watchProgress(request.source === 'words' ? `${request.packId} ${request.verbKey}` : 'the call');
  const source = request.source === 'words' ? await compose(request, answering) : await readEnvelope(request.from);
  const { status } = await answering.answer(source);
  ended();
  return status;
}

interface Words {
  readonly packId: string;
  readonly verbKey: string;
  readonly args: readonly Argument[];
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

async function readEnvelope(from: string): Promise<Uint8Array> {
  const { readSource } = await import('../read-source.js');
  return readSource(from);
}
