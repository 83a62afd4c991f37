// At least 60 operations of GitHub's document, drawn by a seed over methods, parameter places, styles and bodies, with generated
// arguments: each is called through `hcp exec` against prism, which mocks the document and validates every request.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { compileArgsSchema } from '../packages/manifest/dist/args-schema.js';
import { createPlanner, listOperations, parseDocument } from '../packages/adapter-openapi/dist/document.js';
import { generateValue } from './generate-value.mjs';
import { documentAt, installPackages, packagesFolder } from './github-document.mjs';
import { openPack } from './open-pack.mjs';
import { seededRandom, shuffled } from './seeded-random.mjs';

const least = 60;
const perKind = 12;
const seed = Number(process.argv[2] ?? 20_261_201);
const random = seededRandom(seed);
process.stdout.write(`seed ${seed} (repeat with: node scale/prism.mjs ${seed})\n`);

installPackages();
const port = await freePort();
const text = documentAt(`http://127.0.0.1:${port}`);
const drawn = draw(parseDocument(Buffer.from(text), { name: 'github.json' }));
const pack = openPack({ id: 'github', text, operationIds: drawn.map(({ operationId }) => operationId) });
const prism = startPrism(pack.documentFile);
let failed;
try {
  await prism.ready;
  failed = await callAll();
} finally {
  prism.stop();
  await pack.remove();
}
process.exit(failed === 0 ? 0 : 1);

/** By turns from every kind of operation, so that the rare ones are among them. */
function draw(document) {
  const planner = createPlanner(document);
  const kinds = new Map();
  const kindsWanted = (plan, args) => kindsOf(plan, args).filter((kind) => (kinds.get(kind)?.length ?? 0) < perKind);
  let planned = 0;
  for (const { operationId, method, path } of shuffled(random, listOperations(document))) {
    const { plan } = operationId === null ? {} : planner.plan({ operationId });
    if (plan === undefined) continue;
    planned += 1;
    if (isAmbiguous(plan)) continue;
    const args = generateArgs(plan.args, (some) => kindsWanted(plan, some).length > 0);
    if (args === undefined) continue;
    for (const kind of kindsWanted(plan, args)) {
      kinds.set(kind, [...(kinds.get(kind) ?? []), { operationId, method, path, args }]);
    }
  }
  const chosen = new Map([...kinds.values()].flat().map((one) => [one.operationId, one]));
  process.stdout.write(`${planned} operations can be called; drawn are ${chosen.size}:\n`);
  for (const [kind, { length }] of [...kinds].sort()) process.stdout.write(`  ${kind}: ${length}\n`);
  if (chosen.size < least) throw new Error(`only ${chosen.size} operations are drawn, ${least} are asked for`);
  return [...chosen.values()];
}

/** Tries again where the generator does not see how parts of a schema limit one another. */
function generateArgs(schema, isWanted) {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const args = generateValue(schema, { root: schema, random });
    if (args !== undefined && !isWanted(args)) return undefined;
    if (args !== undefined && compileArgsSchema(schema)(args).ok) return args;
  }
  return undefined;
}

/** A parameter that may be a number or a string: prism finds that the text "82" is both, and asks for exactly one. */
function isAmbiguous({ args, parameters }) {
  return parameters.some(({ arg }) => args.properties[arg]?.oneOf !== undefined);
}

function kindsOf(plan, args) {
  const used = plan.parameters.filter(({ arg }) => args[arg] !== undefined);
  const styles = used.map(({ in: place, style, explode, arg }) => {
    const type = Array.isArray(args[arg]) ? 'array' : typeof args[arg];
    return `${place} ${style}${explode ? ' exploded' : ''} ${type}`;
  });
  const body = plan.body === null ? 'no body' : `${plan.body.kind} body`;
  return [...new Set([`method ${plan.method}`, body, ...styles])];
}

async function callAll() {
  const wrong = [];
  for (const one of drawn) {
    const answer = await pack.call(one.operationId, one.args);
    if (!answer.ok) wrong.push(`${one.method} ${one.path} ${JSON.stringify(one.args)}\n    ${answer.error}`);
  }
  const violations = prism.violations();
  process.stdout.write(`${drawn.length - wrong.length} of ${drawn.length} are accepted\n`);
  for (const line of [...wrong, ...violations]) process.stdout.write(`  ${line}\n`);
  return wrong.length + violations.length;
}

function startPrism(documentFile) {
  const program = join(packagesFolder, '@stoplight', 'prism-cli', 'dist', 'index.js');
  const args = [program, 'mock', documentFile, '--port', String(port)];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const ready = new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      log += chunk;
      if (log.includes('Prism is listening')) resolve();
    });
    child.once('close', (status) => reject(new Error(`prism ended with status ${status}: ${log.slice(-2000)}`)));
  });
  child.stderr.on('data', (chunk) => (log += chunk));
  return {
    ready,
    stop: () => child.kill('SIGKILL'),
    violations: () => log.split('\n').filter((line) => line.includes('Violation: request')),
  };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
