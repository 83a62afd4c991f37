import { answerCall } from '../exec/answer-call.js';
import { atCallSite } from '../exec/call-site.js';
import { declaredTypes } from '../exec/declared-types.js';
import { envelopeText, memberText } from '../exec/envelope-text.js';
import { watchProgress } from '../output/progress.js';
import { flagArguments } from './flag-arguments.js';
import { matchVerb } from './match-verb.js';
import type { RunRequest } from './run-request.js';

/** Runs one `hcp run`, the CLI face of a pack without one of its own (§6.5), and answers its exit status. */
export async function executeRun(request: RunRequest): Promise<number> {
  return atCallSite(request.options, async (site) => {
    const ended = watchProgress(`${request.packId} ${request.words.join(' ')}`);
    const pack = await site.ports.packs.resolve(request.packId);
    const verbs = 'unknown' in pack ? {} : pack.manifest.verbs;
    const verbKey = matchVerb(request.words, Object.keys(verbs));
    const verb = Object.hasOwn(verbs, verbKey) ? verbs[verbKey] : undefined;
    const types = declaredTypes(verb);
    const members = flagArguments(request.flags, verb).map((argument) => memberText(argument, types));
    const { status } = await answerCall(envelopeText(request.packId, verbKey, members), site);
    ended();
    return status;
  });
}
