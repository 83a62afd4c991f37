// Seeds the faults of faults.json into the runtime, one at a time, and shows that the cases named beside each one fail.
// `--only <id>` runs some of them; `--write` puts the table into docs/conformance.md when all were caught.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { createCliDriver, createDaemonDriver, fixturePacks, loadSuite, runCases } from '../dist/index.js';
import { buildRuntime } from './build-runtime.mjs';
import { copySources, repository } from './copy-sources.mjs';

/** What any fault leaves right somewhere: a runtime that does nothing at all would be caught by every case. */
const control = ['6.3/returned', '6.3/unknown-pack', '6.3/confirm-absent'];
const atOnce = 2;

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, write: { type: 'boolean' } } });
const faults = JSON.parse(readFileSync(join(import.meta.dirname, 'faults.json'), 'utf8'));
const chosen = values.only === undefined ? faults : faults.filter(({ id }) => values.only.includes(id));
const { cases } = loadSuite();
const byId = new Map(cases.map((one) => [one.id, one]));
const folder = mkdtempSync(join(tmpdir(), 'hcp-faults-'));
// The programs find their addons where they stand, as they do in the workspace.
symlinkSync(join(repository, 'apps', 'cli', 'node_modules'), join(folder, 'node_modules'));
const sources = copySources(join(folder, 'sources'));
const sound = { hcp: join(folder, 'hcp.cjs'), hcpd: join(folder, 'hcpd.cjs') };

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  if (chosen.length === 0) throw new Error('no fault is chosen; see faults.json');
  for (const [program, outfile] of Object.entries(sound)) await buildRuntime({ program, sources, outfile });
  if (!(await isSound())) return false;
  const missed = [];
  const queue = chosen.values();
  const work = async () => {
    for (const fault of queue) {
      const why = await missedBecause(fault);
      process.stdout.write(
        `${why === undefined ? 'caught' : 'MISSED'} ${fault.id}: ${why ?? fault.cases.join(', ')}\n`,
      );
      if (why !== undefined) missed.push(fault.id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  process.stdout.write(`${chosen.length} faults, ${chosen.length - missed.length} caught, ${missed.length} missed\n`);
  if (missed.length === 0 && values.write === true && chosen === faults) await writeTable();
  return missed.length === 0;
}

/** Without a fault every case passes that is named beside one. */
async function isSound() {
  for (const face of ['cli', 'daemon']) {
    const named = chosen.filter((fault) => fault.face === face).flatMap((fault) => fault.cases);
    const results = await run([...new Set([...named, ...control])], driverOf(face, sound[programOf(face)]));
    const failed = results.filter(({ status }) => status !== 'passed');
    for (const { id, reasons } of failed) process.stdout.write(`without a fault ${id} fails: ${reasons.join('; ')}\n`);
    if (failed.length > 0) return false;
  }
  return true;
}

/** Why nothing shows that this fault would be found; `undefined` when each case named beside it fails. */
async function missedBecause(fault) {
  const file = join(folder, `${fault.id}.cjs`);
  try {
    const program = programOf(fault.face);
    if (!(await buildRuntime({ program, sources, outfile: file, patch: fault })))
      return `${fault.file} is no part of ${program}`;
    const results = await run([...fault.cases, ...control], driverOf(fault.face, file));
    const statusOf = new Map(results.map(({ id, status }) => [id, status]));
    const blind = fault.cases.filter((id) => statusOf.get(id) !== 'failed');
    if (fault.cases.length === 0 || blind.length > 0) return `not caught by ${blind.join(', ') || 'any case'}`;
    return control.some((id) => statusOf.get(id) === 'passed')
      ? undefined
      : 'nothing works any more, which is another fault';
  } finally {
    rmSync(file, { force: true });
  }
}

function run(ids, driver) {
  const unknown = ids.find((id) => !byId.has(id));
  if (unknown !== undefined) throw new Error(`${unknown} is no case; mend faults.json`);
  const named = [...new Set(ids)].map((id) => byId.get(id));
  return runCases(named, { driver, fixtures: fixturePacks, jobs: 2, skip: new Set() });
}

function programOf(face) {
  return face === 'daemon' ? 'hcpd' : 'hcp';
}

/** A faulty daemon is set up by a sound command line. */
function driverOf(face, binary) {
  const { env } = process;
  return face === 'daemon' ? createDaemonDriver({ binary, hcp: sound.hcp, env }) : createCliDriver({ binary, env });
}

async function writeTable() {
  const page = join(repository, 'docs', 'conformance.md');
  const [start, end] = ['<!-- faults -->', '<!-- /faults -->'];
  const rows = faults.map(
    ({ fault, file, cases: ids }) => `| ${fault} | \`${file}\` | ${ids.map((id) => `\`${id}\``).join(', ')} |`,
  );
  const table = ['| fault | seeded into | caught by |', '| --- | --- | --- |', ...rows].join('\n');
  const text = readFileSync(page, 'utf8');
  const before = text.slice(0, text.indexOf(start) + start.length);
  const after = text.slice(text.indexOf(end));
  const whole = `${before}\n\n${table}\n\n${after}`;
  writeFileSync(page, await format(whole, { ...(await resolveConfig(page)), parser: 'markdown' }));
}
