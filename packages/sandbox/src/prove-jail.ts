import { HcpError } from '@hcp/pipeline';
import { isExecutable } from './find-on-path.js';
import { BUBBLEWRAP, inPlace, jailCommand, outerWords, SETPRIV } from './jail-command.js';
import { explainJailFault, type JailFault } from './jail-fault.js';
import type { HostUser } from './jail-settings.js';
import { parseJailStatus } from './jail-status.js';
import { systemFolders } from './jail-system.js';
import { jailWords, type JailPlan } from './jail-words.js';
import { findDistrust } from './path-trust.js';
import { runProgram } from './run-program.js';
import { startJail } from './start-jail.js';
import { walkPath } from './walk-path.js';

/** What a real run has shown. */
export type JailProof =
  | {
      readonly works: true;
      /** Whether programs inside are kept from making user namespaces. */ readonly disableUserns: boolean;
    }
  | ({ readonly works: false } & JailFault);

const INSTALL =
  'install bubblewrap (apt-get install bubblewrap), or run programs without a jail, as you: hcp config set sandbox.mode \'"native-local"\'';
const PROOF_MS = 10_000;

const fault = (reason: string, fix: string): JailProof => ({ works: false, reason, fix });

/** Bubblewrap comes from one place, where only root can put it (profile P9). */
function findProgramFault(program: string): JailProof | undefined {
  let walked;
  try {
    walked = walkPath(program);
  } catch {
    return fault(`${program} is not there`, INSTALL);
  }
  const distrust = findDistrust(walked.hops, { operatorUid: 0, accepted: [] });
  if (distrust !== undefined)
    return fault(`${distrust.reason}, so others could replace ${program}`, 'give it back to root alone');
  return isExecutable(program) ? undefined : fault(`${program} is not executable`, INSTALL);
}

function proofPlan(disableUserns: boolean): JailPlan {
  return { ...systemFolders(), network: 'none', disableUserns, temporaryBytes: 65_536, cwd: '/', environment: {} };
}

/** Makes a jail like any other around `bwrap --version`; answers what was printed when that failed. */
async function tryJail(user: HostUser | undefined, disableUserns: boolean): Promise<string | undefined> {
  const plan = proofPlan(disableUserns);
  const command = { command: [BUBBLEWRAP, '--version'], inside: [], user };
  const callId = `proof-${process.pid}`;
  const words = {
    words: jailWords({ ...plan, mounts: inPlace(plan.mounts) }),
    ...(user === undefined ? {} : { outer: outerWords(plan) }),
  };
  const jail = await startJail({ argv: jailCommand(command), callId, words, rlimits: {} });
  const limits = { callId, timeoutMs: PROOF_MS, maxOutputBytes: 65_536, signal: undefined };
  const ended = runProgram(jail.program, limits);
  jail.release();
  const { how, stderr } = await ended;
  const { exitCode } = parseJailStatus(await jail.status);
  if (exitCode === 0) return undefined;
  return how === 'timed_out' ? `no jail within ${PROOF_MS} ms` : stderr;
}

async function prove(user: HostUser | undefined): Promise<JailProof> {
  if (process.platform !== 'linux') {
    return fault(
      `mode sandbox is for Linux, and this is ${process.platform}`,
      'run programs without a jail, as you: hcp config set sandbox.mode \'"native-local"\'',
    );
  }
  const programs = user === undefined ? [BUBBLEWRAP] : [BUBBLEWRAP, SETPRIV];
  const missing = programs.map(findProgramFault).find((found) => found !== undefined);
  if (missing !== undefined) return missing;
  const printed = await tryJail(user, true);
  if (printed === undefined) return { works: true, disableUserns: true };
  // Older ones do not know the word, and one that is set-uid root refuses it.
  if (!printed.includes('--disable-userns')) return { works: false, ...explainJailFault(printed) };
  const again = await tryJail(user, false);
  return again === undefined ? { works: true, disableUserns: false } : { works: false, ...explainJailFault(again) };
}

const proofs = new Map<string, Promise<JailProof>>();

/**
 * Whether a jail can be made here, proved by making one, once per process and user (profile P9); a failure is not kept,
 * so that what the operator has mended counts at the next call.
 */
export async function proveJail(user?: HostUser): Promise<JailProof> {
  const key = user === undefined ? '' : `${user.uid}:${user.gid}`;
  const known = proofs.get(key);
  if (known !== undefined) return known;
  const proof = prove(user);
  proofs.set(key, proof);
  const forget = (): void => void proofs.delete(key);
  await proof.then(({ works }) => {
    if (!works) forget();
  }, forget);
  return proof;
}

/** As {@link proveJail}, for a call. Errors: `no_jail`, with what to do. */
export async function requireJail(user?: HostUser): Promise<{ readonly disableUserns: boolean }> {
  const proof = await proveJail(user);
  if (proof.works) return proof;
  throw new HcpError('no_jail', `${proof.reason}; ${proof.fix}`);
}
