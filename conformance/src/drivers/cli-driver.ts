import { join } from 'node:path';
import { memberOf, compactOf, plainOf } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { driverTimeoutMs } from './command-driver.js';
import type { Driver, DriverAnswer, DriverFolders, ExecRequest, PackRequest } from './driver.js';
import { createHcpCommand, type HcpCommand } from './hcp-command.js';
import { prepareHome, type SetUpStep } from './prepared-home.js';
import { decodeUtf8, type CommandEnd } from './run-command.js';
import { createSandboxProbe, type SandboxProbe } from './sandbox-probe.js';
import { breakEnvironment, inexpressible, notesOf, refusedSetting, sessionOwner, sharedSteps } from './set-up.js';

export interface CliDriverOptions {
  /** Path of the `hcp` binary. */
  readonly binary: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends what runs when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** The command line of the product: state is set up with its own commands, faults of the environment on its files. */
export function createCliDriver({ binary, env, signal }: CliDriverOptions): Driver {
  const probe = createSandboxProbe({ binary, env });
  return {
    name: `${binary} (command line)`,
    concurrency: 8,
    answer: async (request, folders) => {
      const home = join(request.home_root, 'hcp');
      const { folder } = folders;
      const hcp = createHcpCommand({ binary, home, folder, env, timeoutMs: driverTimeoutMs, signal });
      if (request.op === 'exec') return answerCall(request, { ...folders, home, hcp, probe });
      return request.op === 'validate' ? validate(request, hcp) : showMeta(request, hcp);
    },
  };
}

interface Place extends DriverFolders {
  readonly home: string;
  readonly hcp: HcpCommand;
  readonly probe: SandboxProbe;
}

async function answerCall(request: ExecRequest, place: Place): Promise<DriverAnswer> {
  const why =
    inexpressible(request) ??
    wordless(request) ??
    (request.sandbox.mode === 'sandbox' ? await place.probe() : undefined);
  if (why !== undefined) return { kind: 'unsupported', why };
  const steps = [...sharedSteps(request, place.folder), ...ownSteps(request)];
  const ends = await prepareHome(steps, { ...place, packsDir: request.packs_dir });
  if (typeof ends === 'string') return { kind: 'failed', why: ends };
  const refused = refusedSetting(ends);
  if (refused !== undefined) return refused;
  breakEnvironment(request, place.home);
  const input = request.envelope_text ?? Buffer.from(request.envelope_base64 ?? '', 'base64');
  const ended = await place.hcp(['exec', '--envelope', '-', '--session', sessionOf(request)], input);
  return answerOf(ended, notesOf(ends));
}

/** What this command line has no words for. */
function wordless({ principal, session }: ExecRequest): string | undefined {
  if (principal === null)
    return 'the command line always calls as its local user, so nobody authenticated cannot be had';
  if (session !== null && !/^[a-z0-9._-]{1,64}$/.test(session.id))
    return 'a session name of the command line is lower-case';
  return undefined;
}

/** A name that no command has made stands for no session: `exec` always has a name. */
function sessionOf({ session }: ExecRequest): string {
  return session?.id ?? 'never-made';
}

/** A session belongs to who makes it, so its owner is the local user while it is made. */
function* ownSteps(request: ExecRequest): Generator<SetUpStep> {
  const { session, principal } = request;
  const owner = session === null || session.activated.length === 0 ? undefined : JSON.stringify(sessionOwner(request));
  if (owner !== undefined) yield { words: ['config', 'set', 'principal', owner] };
  for (const pack of session?.activated ?? []) {
    const project = session?.project_id ?? undefined;
    const named = ['--session', sessionOf(request), ...(project === undefined ? [] : ['--project', project])];
    yield { words: ['activate', ...named, pack] };
  }
  const caller = JSON.stringify(principal);
  if (caller !== owner) yield { words: ['config', 'set', 'principal', caller] };
}

async function validate({ pack_dir }: PackRequest, hcp: HcpCommand): Promise<DriverAnswer> {
  const answer = answerOf(await hcp(['validate', '--json', pack_dir]), []);
  if (answer.kind !== 'answered') return answer;
  const { valid, issues } = plainOf(readJson(answer.text)) as {
    valid?: unknown;
    issues?: readonly { code: string; message: string; severity: string }[];
  };
  if (issues === undefined) return answer;
  const errors = issues.filter(({ severity }) => severity === 'error');
  const printed = errors.map(({ code, message }) => `${code}: ${message}`);
  return { ...answer, text: JSON.stringify({ valid, issues: printed }) };
}

async function showMeta({ pack_dir }: PackRequest, hcp: HcpCommand): Promise<DriverAnswer> {
  const installed = await hcp(['install', pack_dir]);
  if (installed.end !== 'exited') return { kind: 'failed', why: `hcp install ${installed.why}` };
  if (installed.code !== 0) return { kind: 'failed', why: `hcp install: ${outputOf(installed)}` };
  const id = memberOf(readJson(installed.stdout.toString('utf8')), 'id');
  const answer = answerOf(await hcp(['show', '--json', id?.kind === 'string' ? id.value : '']), []);
  if (answer.kind !== 'answered') return answer;
  const meta = memberOf(readJson(answer.text), 'meta');
  return meta === undefined ? answer : { ...answer, text: compactOf(meta) };
}

function answerOf(ended: CommandEnd, notes: readonly string[]): DriverAnswer {
  if (ended.end !== 'exited') return { kind: 'failed', why: `hcp ${ended.why}` };
  const text = decodeUtf8(ended.stdout);
  if (text === undefined) return { kind: 'failed', why: 'hcp printed what is not UTF-8' };
  try {
    readJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', why: `hcp did not print one JSON document: ${reason}; ${outputOf(ended)}` };
  }
  const said = ended.stderr.trim() === '' ? [] : [`hcp said: ${ended.stderr.trim().slice(0, 2000)}`];
  return { kind: 'answered', text, notes: [...notes, ...said] };
}

function outputOf(ended: Extract<CommandEnd, { end: 'exited' }>): string {
  return `${ended.stdout.toString('utf8')}${ended.stderr}`.trim().slice(0, 2000);
}
