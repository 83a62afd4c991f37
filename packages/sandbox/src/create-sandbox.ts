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
import { CANCELLED_BEFORE, outcomeOf } from './outcome.js';
import { runProgram } from './run-program.js';
import { explainSpawnFault, refused } from './spawn-fault.js';
import { startProgram, type RunningProgram } from './start-program.js';
import { closeTemporaryFolder } from './temporary-folder.js';
import { ownDescriptors } from './inherited-descriptors.js';
import { findPinFault } from './verify-pin.js';
import { openWorkFolders, type WorkFolders } from './work-folders.js';

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
}

export interface NativeSandbox extends Sandbox {
  /** Ends what a call of a host that died left behind, its `TMPDIR` included; answers how many processes there were. */
  readonly endCall: (callId: string) => Promise<number>;
}

const NO_JAIL =
  'sandbox: mode "sandbox" is not available in this version; to run programs without a jail: hcp config set sandbox.mode \'"native-local"\'';

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

function environmentFor(
  options: SandboxOptions,
  call: ApprovedCall,
  input: SandboxCommand & WorkFolders,
): Record<string, string> {
  return buildEnvironment({
    call,
    mode: options.mode,
    interpreterFolder: interpreterFolder(input.bin),
    home: input.home,
    temporary: input.temporary,
    lang: options.lang ?? 'C.UTF-8',
    timeZone: options.timeZone ?? 'UTC',
    agentEnv: input.agentEnv,
    credentialEnv: input.credentialEnv,
  });
}

async function runInFolders(
  options: SandboxOptions,
  call: ApprovedCall,
  input: SandboxCommand & WorkFolders,
): Promise<SandboxOutcome> {
  const { bin, argv, cwd, timeoutMs, maxOutputBytes } = input;
  const environment = environmentFor(options, call, input);
  let program: RunningProgram;
  try {
    program = await startProgram({ ...commandLine(bin, argv), cwd, environment });
  } catch (error) {
    return explainSpawnFault(error, bin, cwd);
  }
  const limits = { callId: call.callId, timeoutMs, maxOutputBytes, signal: call.signal };
  const end = await runProgram(program, limits);
  if (end.problem !== undefined) options.notifyOperator({ callId: call.callId, message: `sandbox: ${end.problem}` });
  return outcomeOf(end, limits);
}

async function removeTemporary(options: SandboxOptions, callId: string, path: string): Promise<void> {
  try {
    await closeTemporaryFolder(path, ownerOf(options));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    options.notifyOperator({
      callId,
      message: `sandbox: temporary folder ${path} cannot be removed (${code}); remove it`,
    });
  }
}

/** Straight-line checks, then the start; nothing is started after the first that fails. */
function nativeRun(options: SandboxOptions): Run {
  const place = { root: options.workRoot, uid: ownerOf(options), sha256Hex: options.sha256Hex };
  return async (call, command) => {
    const forbidden = findForbiddenVariable([command.agentEnv, command.credentialEnv], options.isForbiddenVariable);
    if (forbidden !== undefined) return refused(`sandbox: variable ${JSON.stringify(forbidden)} may not be set`);
    const fault = await findPinFault(command.bin);
    if (fault !== undefined) return refused(fault.error, fault.exitCode);
    // Reading a changed bin again takes time; the call may have been cancelled meanwhile.
    if (call.signal?.aborted === true) return CANCELLED_BEFORE;
    let folders: WorkFolders;
    try {
      folders = openWorkFolders(place, call);
    } catch (error) {
      return explainFault(error);
    }
    try {
      return await runInFolders(options, call, { ...command, ...folders });
    } finally {
      await removeTemporary(options, call.callId, folders.temporary);
    }
  };
}

/**
 * The port that starts programs (profile P3, P9). `run` never rejects: what cannot be started is a `refused` outcome.
 * Mode `sandbox` refuses every call, since there is no jail and no call may run without the one it was promised.
 */
export function createSandbox(options: SandboxOptions): NativeSandbox {
  if (options.ownsProcess === true) ownDescriptors();
  const run: Run = options.mode === 'native-local' ? nativeRun(options) : () => Promise.resolve(refused(NO_JAIL));
  return { mode: options.mode, run, endCall: (callId) => endCall(callId, options.workRoot) };
}
