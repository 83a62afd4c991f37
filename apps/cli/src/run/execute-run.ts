import { offeredArgs } from '@hcp/pipeline';
import { answerCall } from '../exec/answer-call.js';
import { atCallSite, type CallSite } from '../exec/call-site.js';
import { declaredTypes } from '../exec/declared-types.js';
import { envelopeText, memberText } from '../exec/envelope-text.js';
import { failCall } from '../exec/fail-call.js';
import { watchProgress } from '../output/progress.js';
import { flagArguments } from './flag-arguments.js';
import { writeAll } from '../output/write-all.js';
import { matchVerb } from './match-verb.js';
import { misplacedFlags } from './misplaced-flags.js';
import type { RunRequest } from './run-request.js';

/** Runs one `hcp run`, the CLI face of a pack without one of its own (§6.5), and answers its exit status. */
export async function executeRun(request: RunRequest): Promise<number> {
  const { options, packId, words } = request;
  try {
    return await atCallSite(options, (site) => answerRun(request, site));
  } catch (error) {
    return failCall(error, { verbose: options.verbose, asked: { packId, verbKey: words.join('.') } });
  }
}

async function answerRun({ packId, words, flags }: RunRequest, site: CallSite): Promise<number> {
  const ended = watchProgress(`${packId} ${words.join(' ')}`);
  const pack = await site.ports.packs.resolve(packId);
  const verbs = 'unknown' in pack ? {} : pack.manifest.verbs;
  const verbKey = matchVerb(words, Object.keys(verbs));
  const declared = Object.hasOwn(verbs, verbKey) ? verbs[verbKey] : undefined;
  const args = 'unknown' in pack ? undefined : await offeredArgs(site.ports, pack, verbKey);
  const verb = declared === undefined || args === undefined ? declared : { ...declared, args };
  if (!('unknown' in pack)) {
    const manifest = verb === undefined ? pack.manifest : { ...pack.manifest, verbs: { ...verbs, [verbKey]: verb } };
    for (const warning of misplacedFlags(flags, manifest, verbKey)) writeAll(2, `hcp: ${warning}\n`);
  }
  const types = declaredTypes(verb);
  const members = flagArguments(flags, verb).map((argument) => memberText(argument, types));
  const { status } = await answerCall(envelopeText(packId, verbKey, members), site);
  ended();
  return status;
}
