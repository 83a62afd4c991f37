import { join } from 'node:path';
import type { CasePrincipal } from '../cases/conformance-case.js';
import { readJson } from '../json/read-json.js';
import { memberOf } from '../json/json-node.js';
import { driverTimeoutMs } from './command-driver.js';
import type { Driver, DriverAnswer, DriverFolders, ExecRequest } from './driver.js';
import { createHcpCommand, type ProductOptions } from './hcp-command.js';
import { startHcpd, type Hcpd } from './hcpd-process.js';
import { prepareHome, type SetUpStep, type StepEnd } from './prepared-home.js';
import { decodeUtf8 } from './run-command.js';
import { createSandboxProbe, type SandboxProbe } from './sandbox-probe.js';
import { breakEnvironment, inexpressible, notesOf, refusedSetting, sessionOwner, sharedSteps } from './set-up.js';
import { askUnix, type UnixAnswer } from './unix-request.js';

export interface DaemonDriverOptions {
  /** Path of the `hcpd` binary. */
  readonly binary: string;
  /** Path of the `hcp` binary that sets its home up. */
  readonly hcp: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends what runs when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The HTTP face of the product: packs, credentials and tokens by its commands, sessions over HTTP, and one daemon a
 * call, on a unix socket in the home of the case.
 */
export function createDaemonDriver(options: DaemonDriverOptions): Driver {
  const { env, signal } = options;
  const probe = createSandboxProbe({ binary: options.hcp, env });
  return {
    name: `${options.binary} (JSON over HTTP)`,
    concurrency: 8,
    answer: async (request, folders) => {
      if (request.op !== 'exec') return { kind: 'unsupported', why: `the HTTP face has no ${request.op}` };
      const home = join(request.home_root, 'hcp');
      const product = { home, folder: folders.folder, env, timeoutMs: driverTimeoutMs, signal };
      return answerCall(request, { ...options, ...folders, product, probe });
    },
  };
}

interface Place extends DaemonDriverOptions, DriverFolders {
  readonly product: Omit<ProductOptions, 'binary'>;
  readonly probe: SandboxProbe;
}

async function answerCall(request: ExecRequest, place: Place): Promise<DriverAnswer> {
  const isJailed = request.sandbox.mode === 'sandbox';
  const why = inexpressible(request) ?? (isJailed ? await place.probe() : undefined);
  if (why !== undefined) return { kind: 'unsupported', why };
  const { product } = place;
  const hcp = createHcpCommand({ ...product, binary: place.hcp });
  const steps = [...sharedSteps(request, place.folder), ...principalsOf(request).map(tokenStep)];
  const ends = await prepareHome(steps, { home: product.home, packsDir: request.packs_dir, kept: place.kept, hcp });
  if (typeof ends === 'string') return { kind: 'failed', why: ends };
  const refused = refusedSetting(ends);
  if (refused !== undefined) return refused;
  const hcpd = await startHcpd({ ...product, binary: place.binary });
  if (typeof hcpd === 'string') return { kind: isJailed ? 'unsupported' : 'failed', why: `hcpd ${hcpd}` };
  const answer = await call(request, { hcpd, home: product.home, ends });
  const fault = await hcpd.stop();
  return fault === undefined ? answer : { kind: 'failed', why: `${fault}: ${hcpd.log().slice(-2000)}` };
}

interface Running {
  readonly hcpd: Hcpd;
  readonly home: string;
  readonly ends: readonly StepEnd[];
}

async function call(request: ExecRequest, { hcpd, home, ends }: Running): Promise<DriverAnswer> {
  const tokens = tokensOf(ends);
  const opened = await openSession(request, hcpd, tokens);
  if (typeof opened === 'string') return { kind: 'failed', why: opened };
  breakEnvironment(request, home);
  const { principal } = request;
  const answer = await ask(hcpd, {
    ...{ method: 'POST', path: '/v1/exec' },
    headers: {
      'content-type': 'application/json',
      ...(principal === null ? {} : bearer(tokens, principal)),
      ...(opened.id === null ? {} : { 'hcp-session': opened.id }),
    },
    body: Buffer.from(request.envelope_text ?? request.envelope_base64 ?? '', textOrBase64(request)),
  });
  const said = hcpd.log().trim() === '' ? [] : [`hcpd said: ${hcpd.log().trim().slice(-2000)}`];
  return answerOf(answer, [...notesOf(ends), ...opened.notes, ...said]);
}

function textOrBase64({ envelope_text: text }: ExecRequest): 'utf8' | 'base64' {
  return text === undefined ? 'base64' : 'utf8';
}

/** Whoever asks for something: the owner of the session, and the caller where it is another. */
function principalsOf(request: ExecRequest): readonly CasePrincipal[] {
  const { principal } = request;
  const owner = sessionOwner(request);
  return [...(owner === undefined || owner === principal ? [] : [owner]), ...(principal === null ? [] : [principal])];
}

function tokenStep({ id, tenant, projects, capabilities }: CasePrincipal): SetUpStep {
  const listed = [
    ...projects.flatMap((project) => ['--project', project]),
    ...capabilities.flatMap((capability) => ['--capability', capability]),
  ];
  return { words: ['token', 'create', '--tenant', tenant, ...listed, '--', id] };
}

type Tokens = ReadonlyMap<string, string>;

/** What `token create` printed, by the words that made it. */
function tokensOf(ends: readonly StepEnd[]): Tokens {
  const made = ends.filter(({ step }) => step.words[0] === 'token');
  return new Map(made.map(({ step, stdout }) => [step.words.join(' '), tokenIn(stdout)]));
}

function tokenIn(stdout: string): string {
  const token = memberOf(readJson(stdout), 'token');
  return token?.kind === 'string' ? token.value : '';
}

function bearer(tokens: Tokens, principal: CasePrincipal): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${tokens.get(tokenStep(principal).words.join(' ')) ?? ''}` };
}

interface OpenedSession {
  /** As the daemon names it; `null` for no session. */
  readonly id: string | null;
  readonly notes: readonly string[];
}

/** Ids over HTTP are the daemon's own. A pack that is not installed is not activated; the call then says so itself. */
async function openSession(request: ExecRequest, hcpd: Hcpd, tokens: Tokens): Promise<OpenedSession | string> {
  const { session } = request;
  const owner = sessionOwner(request);
  if (session === null || owner === undefined) return { id: null, notes: [] };
  const headers = bearer(tokens, owner);
  const body = Buffer.from(JSON.stringify({ project_id: session.project_id }));
  const made = await ask(hcpd, {
    ...{ method: 'POST', path: '/v1/sessions', body },
    headers: { ...headers, 'content-type': 'application/json' },
  });
  if (typeof made === 'string') return made;
  if (made.status !== 201) return `POST /v1/sessions answered ${brief(made)}`;
  const named = memberOf(readJson(made.body.toString('utf8')), 'id');
  const id = named?.kind === 'string' ? named.value : '';
  const notes: string[] = [];
  for (const pack of session.activated) {
    const path = `/v1/sessions/${id}/packs/${encodeURIComponent(pack)}`;
    const activated = await ask(hcpd, { method: 'PUT', path, headers });
    if (typeof activated === 'string') return activated;
    if (activated.status !== 204) notes.push(`PUT ${path} answered ${brief(activated)}`);
  }
  return { id, notes };
}

function ask(
  { socket }: Hcpd,
  asked: Omit<Parameters<typeof askUnix>[0], 'socket' | 'timeoutMs'>,
): Promise<UnixAnswer | string> {
  return askUnix({ ...asked, socket, timeoutMs: driverTimeoutMs });
}

/** Denials are 200; what is no envelope is 400, and 413 for its size (profile P1). Another status is no answer. */
function answerOf(answer: UnixAnswer | string, notes: readonly string[]): DriverAnswer {
  if (typeof answer === 'string') return { kind: 'failed', why: [answer, ...notes].join('; ') };
  const text = decodeUtf8(answer.body);
  if (text === undefined) return { kind: 'failed', why: 'hcpd answered what is not UTF-8' };
  const isInvalid = /^\{"ok":false,"pack_id":"","verb_key":"","error":"invalid envelope: /.test(text);
  const wanted = isInvalid ? [400, 413] : [200];
  if (wanted.includes(answer.status)) return { kind: 'answered', text, notes };
  return { kind: 'failed', why: [`POST /v1/exec answered ${brief(answer)}`, ...notes].join('; ') };
}

function brief({ status, body }: UnixAnswer): string {
  return `${status}: ${body.toString('utf8').trim().slice(0, 400)}`;
}
