import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { prepareCaseFolder, type CaseFolder, type CasePlace } from './case-folder.js';
import type { ConformanceCase, ExecCase } from './cases/conformance-case.js';
import { judgeEnvelope, judgeMeta, judgeValidation } from './judge.js';
import type { Driver, DriverAnswer, DriverRequest } from './drivers/driver.js';
import { readJson } from './json/read-json.js';
import { readWitness } from './witness.js';
import { decodeUtf8 } from './drivers/run-command.js';

/** What became of one case. */
export interface CaseResult {
  readonly id: string;
  readonly title: string;
  readonly clauses: readonly string[];
  readonly status: 'passed' | 'failed' | 'unsupported' | 'skipped';
  /** Why it did not pass, a sentence each. */
  readonly reasons: readonly string[];
  readonly durationMs: number;
}

/** Runs one case in fresh folders and judges the answer; whatever goes wrong is a failed case and never thrown. */
export async function runCase(one: ConformanceCase, driver: Driver, place: CasePlace): Promise<CaseResult> {
  const started = performance.now();
  const { status, reasons } = await performCase(one, driver, place);
  const { id, title, clauses } = one;
  return { id, title, clauses, status, reasons, durationMs: Math.round(performance.now() - started) };
}

/** What one driver made of one case. */
export interface CasePerformance {
  readonly status: 'passed' | 'failed' | 'unsupported';
  readonly reasons: readonly string[];
  /** Absent where nothing was answered. */
  readonly text?: string;
}

export async function performCase(one: ConformanceCase, driver: Driver, place: CasePlace): Promise<CasePerformance> {
  let folder: CaseFolder | undefined;
  try {
    folder = prepareCaseFolder(one, place);
    const { driverFolder, keptFolder } = folder;
    const answer = await driver.answer(requestOf(one, folder), { folder: driverFolder, kept: keptFolder });
    return judgeAnswer(one, answer, folder);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { status: 'failed', reasons: [`the case could not be run: ${why}`] };
  } finally {
    folder?.remove();
  }
}

function judgeAnswer(one: ConformanceCase, answer: DriverAnswer, folder: CaseFolder): CasePerformance {
  if (answer.kind !== 'answered') {
    return { status: answer.kind === 'failed' ? 'failed' : 'unsupported', reasons: [answer.why] };
  }
  const { text, notes } = answer;
  const reasons = judge(one, text, folder);
  return reasons.length === 0
    ? { status: 'passed', reasons: [], text }
    : { status: 'failed', reasons: [...reasons, ...notes], text };
}

function judge(one: ConformanceCase, text: string, { homeRoot }: CaseFolder): readonly string[] {
  const answer = readAnswer(text);
  if (typeof answer === 'string') return [answer];
  if (one.op === 'validate') return judgeValidation(one.expect, answer);
  if (one.op === 'meta') return judgeMeta(one.expect.meta, answer);
  const { starts, survivors } = readWitness(homeRoot, one.sandbox.mode);
  const reasons = [...judgeEnvelope(one.expect.envelope, answer, text)];
  if (one.expect.ran && starts === 0) reasons.push('the bin did not start, and it had to: no witness below home_root');
  if (one.expect.ran && starts > 1) reasons.push(`the bin started ${starts} times`);
  if (!one.expect.ran && starts > 0) reasons.push('the bin started, and it must not');
  if (survivors.length > 0) reasons.push(`processes of the call are still there: ${survivors.join(', ')}`);
  return reasons;
}

function readAnswer(text: string): ReturnType<typeof readJson> | string {
  try {
    return readJson(text);
  } catch (error) {
    return `the answer is not one JSON document: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The document of driver protocol 1 for a case. */
export function requestOf(one: ConformanceCase, { packsDir, homeRoot }: CaseFolder): DriverRequest {
  if (one.op !== 'exec') {
    return { hcp_conformance: 1, op: one.op, pack_dir: join(packsDir, one.packs[0] ?? ''), home_root: homeRoot };
  }
  const { session, principal, credentials, adapters, audit, change_after_install } = one;
  return {
    ...{ hcp_conformance: 1, op: 'exec', packs_dir: packsDir, session, principal },
    sandbox: { mode: one.sandbox.mode, allow_bins: one.sandbox.allow_bins ?? binsOf(packsDir) },
    ...{ credentials, adapters, audit, change_after_install, home_root: homeRoot },
    ...envelopeOf(one),
  };
}

function envelopeOf({ envelope }: ExecCase): { envelope_text: string } | { envelope_base64: string } {
  if (typeof envelope === 'string') return { envelope_text: envelope };
  const text = decodeUtf8(envelope);
  return text === undefined ? { envelope_base64: Buffer.from(envelope).toString('base64') } : { envelope_text: text };
}

/** `wrap.bin` of every pack, as far as its manifest can be read. */
function binsOf(packsDir: string): readonly string[] {
  const bins = readdirSync(packsDir).flatMap((pack) => {
    const file = join(packsDir, pack, 'surface.json');
    if (!existsSync(file)) return [];
    const bin = /"bin"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(readFileSync(file, 'utf8'))?.[1];
    return bin === undefined ? [] : [JSON.parse(bin) as string];
  });
  return [...new Set(bins)];
}
