import { watchProgress } from '../output/progress.js';
import { answerCall } from './answer-call.js';
import type { Argument } from './argument-pairs.js';
import { atCallSite, type CallSite } from './call-site.js';
import { declaredTypes } from './declared-types.js';
import { envelopeText, mayBeTyped, memberText } from './envelope-text.js';
import type { ExecRequest } from './exec-request.js';

/** Runs one `hcp exec` and answers its exit status (profile P11). */
export async function executeRequest(request: ExecRequest): Promise<number> {
  return atCallSite(request.options, async (site) => {
    if (request.source === 'lines') {
      const { executeLines } = await import('./execute-lines.js');
      return executeLines(site);
    }
    const ended = watchProgress(request.source === 'words' ? `${request.packId} ${request.verbKey}` : 'the call');
    const source = request.source === 'words' ? await compose(request, site) : await readEnvelope(request.from);
    const { status } = await answerCall(source, site);
    ended();
    return status;
  });
}

interface Words {
  readonly packId: string;
  readonly verbKey: string;
  readonly args: readonly Argument[];
}

/** Reads the verb's schema only where it could change how a word is read; an unknown pack types nothing. */
async function compose(words: Words, site: CallSite): Promise<string> {
  const { packId, verbKey, args } = words;
  const pack = args.some(mayBeTyped) ? await site.ports.packs.resolve(packId) : undefined;
  const verbs = pack === undefined || 'unknown' in pack ? undefined : pack.manifest.verbs;
  const verb = verbs !== undefined && Object.hasOwn(verbs, verbKey) ? verbs[verbKey] : undefined;
  const types = declaredTypes(verb);
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
