import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CasePrincipal } from '../cases/conformance-case.js';
import type { DriverAnswer, ExecRequest } from './driver.js';
import type { SetUpStep, StepEnd } from './prepared-home.js';

/** Adapters that the product always has; a case that wants one of them to be missing cannot be expressed. */
const builtIn = ['wrap', 'openapi'];

/** What neither face of the product has words for. */
export function inexpressible({ adapters }: ExecRequest): string | undefined {
  const missing = builtIn.find((kind) => !adapters.includes(kind));
  return missing === undefined ? undefined : `hcp cannot be had without its ${missing} adapter`;
}

/** What both faces need, in the order that lets them share a home; each is one process start. */
export function* sharedSteps(request: ExecRequest, folder: string): Generator<SetUpStep> {
  const { sandbox, credentials } = request;
  for (const pack of readdirSync(request.packs_dir).sort()) {
    const allowed = isAllowed(join(request.packs_dir, pack), sandbox.allow_bins);
    const trusted = existsSync(join(request.packs_dir, pack, 'composite.js'));
    const flags = [...(allowed ? [] : ['--no-allow']), ...(trusted ? ['--trust-code'] : [])];
    yield { words: ['install', ...flags, join(request.packs_dir, pack)] };
  }
  yield { words: ['config', 'set', 'sandbox.mode', JSON.stringify(sandbox.mode)] };
  const path = join(folder, 'credential.json');
  for (const { packs: served, credential } of Object.values(credentials)) {
    const file = { path, text: JSON.stringify(credential) };
    for (const pack of served) yield { words: ['connect', pack, '--file', path], file };
  }
}

/** Who makes the session: the caller where it is theirs, else somebody with nothing but it. */
export function sessionOwner({ session, principal }: ExecRequest): CasePrincipal | undefined {
  if (session === null) return undefined;
  const { principal_id: id, tenant, project_id: project } = session;
  const own = principal !== null && principal.id === id && principal.tenant === tenant;
  if (own && (project === null || principal.projects.includes(project))) return principal;
  return { id, tenant, projects: project === null ? [] : [project], capabilities: [] };
}

/** What the steps that failed said; a pack that does not install is what some cases are about. */
export function notesOf(ends: readonly StepEnd[]): readonly string[] {
  return ends
    .filter(({ code }) => code !== 0)
    .map((end) => `hcp ${end.step.words[0] ?? ''} ended with ${end.code}: ${saidBy(end)}`);
}

/** A setting the product names as not its own cannot be expressed; a command that fails otherwise is a failure. */
export function refusedSetting(ends: readonly StepEnd[]): DriverAnswer | undefined {
  const refused = ends.find(({ step, code }) => code !== 0 && ['config', 'token'].includes(step.words[0] ?? ''));
  if (refused === undefined) return undefined;
  const why = `hcp ${refused.step.words.slice(0, 2).join(' ')}: ${saidBy(refused)}`;
  return refused.stdout.startsWith('{"error":"invalid_setting"')
    ? { kind: 'unsupported', why }
    : { kind: 'failed', why };
}

function saidBy({ stdout, stderr }: StepEnd): string {
  return `${stdout}${stderr}`.trim().slice(0, 2000);
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

/** Faults of the environment are made on files. */
export function breakEnvironment({ audit, change_after_install: change, packs_dir }: ExecRequest, home: string): void {
  const [pack] = readdirSync(packs_dir).sort();
  if (change !== null && pack !== undefined) writeFileSync(join(packs_dir, pack, change.file), change.text);
  if (audit !== 'broken') return;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  rmSync(join(home, 'audit'), { recursive: true, force: true });
  writeFileSync(join(home, 'audit'), 'no folder\n');
}
