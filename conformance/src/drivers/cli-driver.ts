import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memberOf, compactOf, plainOf } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import { driverTimeoutMs } from './command-driver.js';
import type { Driver, DriverAnswer, ExecRequest, PackRequest } from './driver.js';
import { createHcpCommand, type HcpCommand } from './hcp-command.js';
import { decodeUtf8, type CommandEnd } from './run-command.js';
import { createSandboxProbe, type SandboxProbe } from './sandbox-probe.js';

export interface CliDriverOptions {
  /** Path of the `hcp` binary. */
  readonly binary: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends what runs when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Adapters that `hcp` always has; a case that wants one of them to be missing cannot be expressed. */
const builtIn = ['wrap'];

/** The command line of the product: state is set up with its own commands, faults of the environment on its files. */
export function createCliDriver({ binary, env, signal }: CliDriverOptions): Driver {
  const probe = createSandboxProbe({ binary, env });
  return {
    name: `${binary} (command line)`,
    concurrency: 8,
    answer: async (request, folder) => {
      const home = join(request.home_root, 'hcp');
      const hcp = createHcpCommand({ binary, home, folder, env, timeoutMs: driverTimeoutMs, signal });
      if (request.op === 'exec') return answerCall(request, { home, folder, hcp, probe });
      return request.op === 'validate' ? validate(request, hcp) : showMeta(request, hcp);
    },
  };
}

interface Place {
  readonly home: string;
  readonly folder: string;
  readonly hcp: HcpCommand;
  readonly probe: SandboxProbe;
}

async function answerCall(request: ExecRequest, place: Place): Promise<DriverAnswer> {
  const why = inexpressible(request) ?? (request.sandbox.mode === 'sandbox' ? await place.probe() : undefined);
  if (why !== undefined) return { kind: 'unsupported', why };
  const notes: string[] = [];
  for (const words of setUpCommands(request, place.folder)) {
    const ended = await place.hcp(words);
    if (ended.end !== 'exited') return { kind: 'failed', why: `hcp ${words[0] ?? ''} ${ended.why}` };
    if (ended.code !== 0 && words[0] === 'config') return refusedSetting(ended);
    // A pack that does not install is what some cases are about; the call then says so itself.
    if (ended.code !== 0) notes.push(`hcp ${words[0] ?? ''} ended with ${ended.code}: ${outputOf(ended)}`);
  }
  breakEnvironment(request, place.home);
  const input = request.envelope_text ?? Buffer.from(request.envelope_base64 ?? '', 'base64');
  const ended = await place.hcp(['exec', '--envelope', '-', '--session', sessionOf(request)], input);
  return answerOf(ended, notes);
}

/** A setting the product names as not its own cannot be expressed; a command that fails otherwise is a failure. */
function refusedSetting(ended: Extract<CommandEnd, { end: 'exited' }>): DriverAnswer {
  const isRefused = /^\{"error":"invalid_setting"/.test(ended.stdout.toString('utf8'));
  const why = `hcp config set: ${outputOf(ended)}`;
  return isRefused ? { kind: 'unsupported', why } : { kind: 'failed', why };
}

/** What this command line has no words for. */
function inexpressible({ principal, session, adapters }: ExecRequest): string | undefined {
  if (principal === null)
    return 'the command line always calls as its local user, so nobody authenticated cannot be had';
  const missing = builtIn.find((kind) => !adapters.includes(kind));
  if (missing !== undefined) return `hcp cannot be had without its ${missing} adapter`;
  if (session !== null && !/^[a-z0-9._-]{1,64}$/.test(session.id))
    return 'a session name of the command line is lower-case';
  return undefined;
}

/** A name that no command has made stands for no session: `exec` always has a name. */
function sessionOf({ session }: ExecRequest): string {
  return session?.id ?? 'never-made';
}

/** In order; each is one process start, so only what the case needs. */
function* setUpCommands(request: ExecRequest, folder: string): Generator<readonly string[]> {
  const { principal, session, sandbox, credentials } = request;
  const packs = readdirSync(request.packs_dir).sort();
  for (const pack of packs) {
    const allowed = isAllowed(join(request.packs_dir, pack), sandbox.allow_bins);
    yield ['install', ...(allowed ? [] : ['--no-allow']), join(request.packs_dir, pack)];
  }
  const owner = session === null || session.activated.length === 0 ? undefined : ownerOf(request);
  if (owner !== undefined) yield ['config', 'set', 'principal', owner];
  for (const pack of session?.activated ?? []) {
    const project = session?.project_id ?? undefined;
    yield ['activate', '--session', sessionOf(request), ...(project === undefined ? [] : ['--project', project]), pack];
  }
  const caller = JSON.stringify(principal);
  if (caller !== owner) yield ['config', 'set', 'principal', caller];
  if (sandbox.mode === 'sandbox') yield ['config', 'set', 'sandbox.mode', '"sandbox"'];
  for (const { packs: served, credential } of Object.values(credentials)) {
    const file = join(folder, 'credential.json');
    writeFileSync(file, JSON.stringify(credential), { mode: 0o600 });
    for (const pack of served) yield ['connect', pack, '--file', file];
  }
}

/** A session belongs to who makes it, so its owner is the local user while it is made. */
function ownerOf({ session, principal }: ExecRequest): string {
  const id = session?.principal_id ?? '';
  const tenant = session?.tenant ?? '';
  const project = session?.project_id ?? null;
  const own = principal !== null && principal.id === id && principal.tenant === tenant;
  if (own && (project === null || principal.projects.includes(project))) return JSON.stringify(principal);
  return JSON.stringify({ id, tenant, projects: project === null ? [] : [project], capabilities: [] });
}

function isAllowed(pack: string, allowed: readonly string[]): boolean {
  try {
    const surface = JSON.parse(readFileSync(join(pack, 'surface.json'), 'utf8')) as { wrap?: { bin?: unknown } };
    const bin = surface.wrap?.bin;
    return typeof bin !== 'string' || allowed.includes(bin);
  } catch {
    return true; // what is no manifest is for the product to refuse
  }
}

function breakEnvironment({ audit, change_after_install: change, packs_dir }: ExecRequest, home: string): void {
  const [pack] = readdirSync(packs_dir).sort();
  if (change !== null && pack !== undefined) writeFileSync(join(packs_dir, pack, change.file), change.text);
  if (audit !== 'broken') return;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  rmSync(join(home, 'audit'), { recursive: true, force: true });
  writeFileSync(join(home, 'audit'), 'no folder\n');
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
