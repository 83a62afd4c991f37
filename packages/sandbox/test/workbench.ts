import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import type { ApprovedCall, PinnedBin, SandboxCommand, SandboxOutcome } from '@hcp/pipeline';
import { createSandbox, pinBin, type NativeSandbox, type SandboxOptions } from '../src/index.js';
import { approvedCall } from './approved-call.js';

export const fixtures: string = join(import.meta.dirname, 'fixtures');
export const operatorUid: number = process.geteuid?.() ?? 0;
/** The folder of the Node that runs the tests comes first, as it may be the only one. */
export const searchPath: string = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder, removed after the test. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hcp-sandbox-')));
  folders.push(folder);
  return folder;
}

export function writeProgram(path: string, text: string, mode = 0o755): string {
  writeFileSync(path, text, { mode });
  return path;
}

/** Pins a program wherever the checkout lies and whoever owns it; the tests about trust do not use this. */
export async function pinAnywhere(written: string, packRoot: string = fixtures): Promise<PinnedBin> {
  const { pin } = await pinBin({ written, packRoot, searchPath, acceptPaths: ['/'], operatorUid, allowed: true });
  return pin;
}

export interface Workbench {
  readonly sandbox: NativeSandbox;
  readonly workRoot: string;
  readonly notices: string[];
  readonly run: (written: string, argv?: readonly string[], more?: RunDetails) => Promise<SandboxOutcome>;
}

export interface RunDetails {
  readonly call?: ApprovedCall;
  readonly command?: Partial<SandboxCommand>;
}

export function createWorkbench(options: Partial<SandboxOptions> = {}): Workbench {
  const { workRoot = join(newFolder(), 'work') } = options;
  const notices: string[] = [];
  const sandbox = createSandbox({
    mode: 'native-local',
    workRoot,
    isForbiddenVariable: (name) => name.startsWith('HCP_') || name.startsWith('LD_'),
    notifyOperator: ({ message }) => void notices.push(message),
    ...options,
  });
  const run: Workbench['run'] = async (written, argv = [], { call = approvedCall(), command = {} } = {}) =>
    sandbox.run(call, {
      bin: await pinAnywhere(written),
      argv,
      cwd: fixtures,
      agentEnv: {},
      credentialEnv: {},
      timeoutMs: 20_000,
      maxOutputBytes: 10_485_760,
      ...command,
    });
  return { sandbox, workRoot, notices, run };
}

function isAlive(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]$/.test(stat.slice(stat.lastIndexOf(')') + 2).charAt(0));
  } catch {
    return false;
  }
}

/** Every living process that carries this call id, read from /proc and not through the code under test. */
export function survivorsOf(callId: string): string[] {
  return readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry) || !isAlive(entry)) return false;
    try {
      return readFileSync(`/proc/${entry}/environ`, 'latin1').split('\0').includes(`HCP_CALL_ID=${callId}`);
    } catch {
      return false;
    }
  });
}
