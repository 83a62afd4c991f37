import {
  HcpError,
  type ApprovedCall,
  type OperatorNotice,
  type SandboxCommand,
  type SandboxOutcome,
} from '@hcp/pipeline';
import { openCallGroups, type CallGroups } from './call-groups.js';
import { commandLine } from './command-line.js';
import { groupPlaces } from './group-places.js';
import { inPlace, jailCommand, outerWords } from './jail-command.js';
import { jailIsGone } from './jail-end.js';
import { prepareEtc } from './jail-etc.js';
import { explainJailFault, startFaultCode } from './jail-fault.js';
import { writable, type JailMount } from './jail-mounts.js';
import { operatorMounts } from './jail-paths.js';
import { programMounts, startedPath } from './jail-program.js';
import type { JailOptions, JailSettings } from './jail-settings.js';
import type { JailWords, WaitingJail } from './jail-start.js';
import { parseJailStatus, type JailStatus } from './jail-status.js';
import { alternativesMounts, networkMounts, systemFolders } from './jail-system.js';
import { jailWords, type JailPlan } from './jail-words.js';
import { kill } from './kill-processes.js';
import { hasPrlimit, planLimits } from './limit-plan.js';
import { outcomeOf } from './outcome.js';
import { requireJail } from './prove-jail.js';
import { runProgram, type ProgramEnd, type RunLimits } from './run-program.js';
import { prepareSpares, takeSpare, withoutRemark } from './spare-jail.js';
import { explainSpawnFault, refused } from './spawn-fault.js';
import { startJail } from './start-jail.js';
import type { WorkFolders } from './work-folders.js';

export interface JailRun {
  readonly call: ApprovedCall;
  readonly command: SandboxCommand;
  readonly folders: WorkFolders;
  readonly settings: JailSettings;
  readonly environment: Readonly<Record<string, string>>;
}

export interface JailHost {
  readonly jail: JailOptions;
  readonly workRoot: string;
  readonly sha256Hex: (text: string) => string;
  readonly notifyOperator: (notice: OperatorNotice) => void;
}

function mountsFor(
  host: JailHost,
  { call, command, folders, settings }: JailRun,
): Pick<JailPlan, 'mounts' | 'symlinks'> {
  const program = programMounts({ bin: command.bin, cwd: command.cwd, hidden: host.jail, readable: settings.readable });
  const system = systemFolders();
  const etc: JailMount = { source: prepareEtc(host.workRoot, host.sha256Hex), path: '/etc', writable: false };
  const mounts = [
    ...system.mounts,
    etc,
    ...alternativesMounts(),
    ...(settings.network === 'host' ? networkMounts() : []),
    ...program.mounts,
    ...operatorMounts(call.packId, settings, host.jail),
    writable(folders.home),
  ];
  return { mounts, symlinks: [...system.symlinks, ...program.symlinks] };
}

function insideCommand({ command: { bin, argv } }: JailRun): string[] {
  return [startedPath(bin), ...commandLine(bin, argv).argv];
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** What a spare jail's own helper says of bubblewrap's end is not the program's word. */
function heard(end: ProgramEnd, { exitCode }: JailStatus): ProgramEnd {
  // A helper that was stopped along with the rest says nothing any more.
  const helperCode = typeof end.how === 'number' ? end.how : undefined;
  const { stderr, signal } = withoutRemark(end.stderr, { helperCode, exitCode });
  return { ...end, stderr, how: signal === undefined ? end.how : 128 + signal };
}

/** What became of the program, told by bubblewrap and not guessed from how bubblewrap itself ended. */
function judge(run: JailRun, end: ProgramEnd, status: JailStatus): ProgramEnd | SandboxOutcome {
  if (typeof end.how !== 'number') return end;
  if (status.exitCode !== undefined) return { ...end, how: status.exitCode };
  // Killed from outside while it ran, by the system short of memory for one.
  if (end.how > 128) return end;
  const code = startFaultCode(end.stderr);
  if (code !== undefined) {
    return explainSpawnFault(Object.assign(new Error(code), { code }), run.command.bin, run.command.cwd);
  }
  const { reason, fix } = explainJailFault(end.stderr);
  return refused(`sandbox: ${reason}; ${fix}`);
}

interface Started {
  readonly jail: WaitingJail;
  readonly groups: CallGroups | undefined;
  /** A jail that was made ready is in its groups already. */
  readonly spare: boolean;
  /** Makes another ready for a call to come. */
  readonly soon: () => void;
}

/** Lets the jail begin once its limits hold; a jail whose limits do not hold never begins. */
async function begin({ jail, groups, spare }: Started): Promise<void> {
  try {
    if (!spare) await groups?.enter(jail.program.pid);
  } catch (error) {
    kill(-jail.program.pid);
    throw new HcpError(
      'limit_unenforceable',
      `the call's control group takes no process (${codeOf(error)}); see hcp doctor`,
    );
  }
  jail.release();
}

async function follow(host: JailHost, run: JailRun, started: Started): Promise<SandboxOutcome> {
  const { callId, signal } = run.call;
  const { timeoutMs, maxOutputBytes } = run.command;
  const limits: RunLimits = { callId, timeoutMs, maxOutputBytes, signal };
  const ending = runProgram(started.jail.program, limits);
  const [begun, end, text] = await Promise.all([
    begin(started).catch((error: unknown) => error),
    ending,
    started.jail.status,
  ]);
  const status = parseJailStatus(text);
  const tell = (message: string): void => host.notifyOperator({ callId, message: `sandbox: ${message}` });
  if (end.problem !== undefined) tell(end.problem);
  if (status.first !== undefined && !(await jailIsGone(status.first))) {
    tell(`process ${status.first}, the head of a jail, was killed and did not end`);
  }
  if (begun instanceof Error && typeof end.how === 'number') throw begun;
  const judged = judge(run, started.spare ? heard(end, status) : end, status);
  return 'how' in judged ? outcomeOf(judged, limits) : judged;
}

function wordsFor(host: JailHost, run: JailRun, disableUserns: boolean): JailWords {
  const { user, network } = run.settings;
  const seen = mountsFor(host, run);
  const { cwd } = run.command;
  const temporaryBytes = run.settings.limits.memoryBytes.value;
  const plan = { ...seen, network, disableUserns, temporaryBytes, cwd, environment: run.environment };
  if (user === undefined) return { words: jailWords(plan) };
  return { words: jailWords({ ...plan, mounts: inPlace(plan.mounts) }), outer: outerWords(plan) };
}

/** NUL parts the words: inside one of them it would make two, and the second would be a word of ours. */
function requireWhole({ words, outer = [] }: JailWords): void {
  if ([...words, ...outer].some((word) => word.includes('\0'))) {
    throw new HcpError('nul_byte', 'an argument, a variable or a path holds a NUL byte');
  }
}

async function prepare(host: JailHost, run: JailRun): Promise<Started> {
  const { user, limits: wanted } = run.settings;
  const { disableUserns } = await requireJail(user);
  const places = await groupPlaces();
  const uid = user?.uid ?? process.geteuid?.() ?? 0;
  const limits = planLimits({ limits: wanted, places, uid, prlimit: hasPrlimit() });
  const words = wordsFor(host, run, disableUserns);
  requireWhole(words);
  const command = insideCommand(run);
  const spare = takeSpare({ command: [...limits.inside, ...command], words, limits: wanted });
  const soon = (): void => prepareSpares(places, limits.rlimits);
  if (spare !== undefined) return { ...spare, spare: true, soon };
  const argv = jailCommand({ command, inside: limits.inside, user });
  const { callId } = run.call;
  const helpers = user === undefined ? 2 : 3;
  const groups = places.length === 0 ? undefined : openCallGroups(places, { callId, limits: wanted, helpers });
  try {
    return { jail: await startJail({ argv, callId, words, rlimits: limits.rlimits }), groups, spare: false, soon };
  } catch (error) {
    await groups?.remove();
    throw error;
  }
}

/**
 * Runs a program in a jail of its own and answers when the jail is gone with all that was in it (profile P9). Errors,
 * all before the program starts: `no_jail`, `jail_exposes`, `jail_path_missing`, `limit_unenforceable`, and what the
 * system says of the start.
 */
export async function runInJail(host: JailHost, run: JailRun): Promise<SandboxOutcome> {
  const started = await prepare(host, run);
  try {
    return await follow(host, run, started);
  } finally {
    started.soon();
    const left = await started.groups?.remove();
    if (left !== undefined) {
      host.notifyOperator({
        callId: run.call.callId,
        message: `sandbox: control group ${left} cannot be removed; remove it`,
      });
    }
  }
}
