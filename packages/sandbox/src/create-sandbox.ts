import { dirname } from 'node:path';
import {
  HcpError,
  type ApprovedCall,
  type OperatorNotice,
  type Sandbox,
  type SandboxCommand,
  type SandboxMode,
  type SandboxOutcome,
} from '@hcp/pipeline';
import { buildEnvironment, findForbiddenVariable } from './build-environment.js';
import { commandLine, interpreterFolder } from './command-line.js';
import { endCall } from './end-call.js';
import { DEFAULT_JAIL, JAIL_TMPDIR, type JailOptions, type JailSettings } from './jail-settings.js';
import { CANCELLED_BEFORE, outcomeOf } from './outcome.js';
import { runProgram } from './run-program.js';
import { explainSpawnFault, refused } from './spawn-fault.js';
import { startProgram, type RunningProgram } from './start-program.js';
import { closeTemporaryFolder } from './temporary-folder.js';
import { ownDescriptors } from './inherited-descriptors.js';
import { findPinFault } from './verify-pin.js';
import { openWorkFolders, sha256HexOfNode, type WorkFolders } from './work-folders.js';

export interface SandboxOptions {
  readonly mode: SandboxMode;
  /** Absolute path of the folder that holds every `HOME` and `TMPDIR`; made, and kept, at 0700. */
  readonly workRoot: string;
  /** Whom work folders must belong to; the effective user of this process unless given. */
  readonly hostUid?: number;
  /** `C.UTF-8` unless given. */
  readonly lang?: string;
  /** `UTC` unless given. */
  readonly timeZone?: string;
  /** SHA-256 of the UTF-8 form, lower-case hex; that of `node:crypto` unless given. */
  readonly sha256Hex?: (text: string) => string;
  /** The names no pack and no credential may set (profile P3); asked again right before the start. */
  readonly isForbiddenVariable: (name: string, value: string) => boolean;
  readonly notifyOperator: (notice: OperatorNotice) => void;
  /** The process is the host's alone: descriptors it inherited beyond the standard streams are closed. */
  readonly ownsProcess?: boolean;
  /** Of mode `sandbox`; without it every pack gets the defaults of profile P9, and the work root's parent is hidden. */
  readonly jail?: JailOptions;
}

export interface NativeSandbox extends Sandbox {
  /** Ends what a call of a host that died left behind, its `TMPDIR` included; answers how many processes there were. */
  readonly endCall: (callId: string) => Promise<number>;
}

type Run = Sandbox['run'];

function ownerOf({ hostUid }: SandboxOptions): number | undefined {
  return hostUid ?? process.geteuid?.();
}

/** A fault of ours or of the machine before the start; what the system adds may repeat argv, so only its code is told. */
function explainFault(error: unknown): SandboxOutcome {
  if (error instanceof HcpError) return refused(`sandbox: ${error.message}`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'internal fault';
  return refused(`sandbox: the program's work folders cannot be made ready (${code})`);
}

interface PreparedRun {
  readonly options: SandboxOptions;
  readonly call: ApprovedCall;
  readonly command: SandboxCommand;
  readonly folders: WorkFolders;
  /** Of mode `sandbox`. */
  readonly settings: JailSettings | undefined;
}

function environmentFor({ options, call, command, folders }: PreparedRun): Record<string, string> {
  return buildEnvironment({
    call,
    mode: options.mode,
    interpreterFolder: interpreterFolder(command.bin),
    home: folders.home,
    temporary: folders.temporary ?? JAIL_TMPDIR,
    lang: options.lang ?? 'C.UTF-8',
    timeZone: options.timeZone ?? 'UTC',
    agentEnv: command.agentEnv,
    credentialEnv: command.credentialEnv,
  });
}

async function runNative(run: PreparedRun): Promise<SandboxOutcome> {
  const { call, options } = run;
  const { bin, argv, cwd, timeoutMs, maxOutputBytes } = run.command;
  let program: RunningProgram;
  try {
    program = await startProgram({ ...commandLine(bin, argv), cwd, environment: environmentFor(run) });
  } catch (error) {
    return explainSpawnFault(error, bin, cwd);
  }
  const limits = { callId: call.callId, timeoutMs, maxOutputBytes, signal: call.signal };
  const end = await runProgram(program, limits);
  if (end.problem !== undefined) options.notifyOperator({ callId: call.callId, message: `sandbox: ${end.problem}` });
  return outcomeOf(end, limits);
}

async function runJailed(run: PreparedRun, settings: JailSettings): Promise<SandboxOutcome> {
  const { options, call, command, folders } = run;
  // Loaded by the first call that needs a jail.
  const { runInJail } = await import('./run-in-jail.js');
  const { workRoot, sha256Hex = sha256HexOfNode, notifyOperator } = options;
  const host = { jail: jailOf(options), workRoot, sha256Hex, notifyOperator };
  return runInJail(host, { call, command, folders, settings, environment: environmentFor(run) });
}

const defaultJails = new WeakMap<SandboxOptions, JailOptions>();

function jailOf(options: SandboxOptions): JailOptions {
  if (options.jail !== undefined) return options.jail;
  const known = defaultJails.get(options) ?? { home: dirname(options.workRoot), settingsOf: () => DEFAULT_JAIL };
  defaultJails.set(options, known);
  return known;
}

async function removeTemporary(
  options: SandboxOptions,
  callId: string,
  { home, temporary }: WorkFolders,
): Promise<void> {
  if (temporary === undefined) return;
  try {
    await closeTemporaryFolder({ home, temporary }, ownerOf(options));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    options.notifyOperator({
      callId,
      message: `sandbox: temporary folder ${temporary} cannot be removed (${code}); remove it`,
    });
  }
}

/** Folders ready, the program run, the folders cleared away. */
async function runInFolders(run: Omit<PreparedRun, 'folders'>): Promise<SandboxOutcome> {
  const { options, call, settings } = run;
  let folders: WorkFolders | undefined;
  try {
    const { workRoot: root, sha256Hex } = options;
    const place = { root, uid: ownerOf(options), sha256Hex, user: settings?.user, temporary: settings === undefined };
    folders = openWorkFolders(place, call);
    return await (settings === undefined ? runNative({ ...run, folders }) : runJailed({ ...run, folders }, settings));
  } catch (error) {
    return explainFault(error);
  } finally {
    if (folders !== undefined) await removeTemporary(options, call.callId, folders);
  }
}

/** The operator's word as it is now, which is what the call runs under. Errors: whatever reading it gives. */
function settingsFor(options: SandboxOptions, packId: string): JailSettings | undefined {
  return options.mode === 'native-local' ? undefined : jailOf(options).settingsOf(packId);
}

/** Straight-line checks, then the start; nothing is started after the first that fails. */
function createRun(options: SandboxOptions): Run {
  return async (call, command) => {
    const forbidden = findForbiddenVariable([command.agentEnv, command.credentialEnv], options.isForbiddenVariable);
    if (forbidden !== undefined) return refused(`sandbox: variable ${JSON.stringify(forbidden)} may not be set`);
    const fault = await findPinFault(command.bin);
    if (fault !== undefined) return refused(fault.error, fault.exitCode);
    // Reading a changed bin again takes time; the call may have been cancelled meanwhile.
    if (call.signal?.aborted === true) return CANCELLED_BEFORE;
    let settings: JailSettings | undefined;
    try {
      settings = settingsFor(options, call.packId);
    } catch (error) {
      return explainFault(error);
    }
    return runInFolders({ options, call, command, settings });
  };
}

/**
 * The port that starts programs (profile P3, P9): in a jail in mode `sandbox`, as the operator in mode `native-local`.
 * `run` never rejects: what cannot be started is a `refused` outcome. A jail that cannot be made refuses; no call runs
 * without the one it was promised.
 */
export function createSandbox(options: SandboxOptions): NativeSandbox {
  if (options.ownsProcess === true) ownDescriptors();
  return { mode: options.mode, run: createRun(options), endCall: (callId) => endCall(callId, options.workRoot) };
}
