// What GitHub's whole document costs: install beside openapi-client-axios, a cold and a warm call, the memory of hcpd.
// In a folder with nothing else running the figures mean something; each is a median or a ratio of one run.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternatingMedians, verdict } from '../bench/alternating-medians.mjs';
import { preparedHome } from '../bench/prepared-home.mjs';
import { createPlanner, listOperations, parseDocument } from '../packages/adapter-openapi/dist/document.js';
import { Pool } from '../packages/adapter-openapi/node_modules/undici/index.js';
import { documentAt, documentFile, installPackages } from './github-document.mjs';
import { openPack } from './open-pack.mjs';
import { withPeak } from './with-peak.mjs';

installPackages();
const bin = join(import.meta.dirname, '..', 'node_modules', '.bin');
const [server, origin] = await serve();
const text = documentAt(origin);
const [plain, large] = [preparedHome(), preparedHome()];
const operationIds = everyOperation();
const pack = openPack({ id: 'github', text, operationIds, env: large.env });
const verdicts = [];

reportLoading();
await measureCold();
await measureWarm();
await measureDaemon();
server.close();
await pack.remove();
plain.remove();
large.remove();
process.exit(verdicts.every(Boolean) ? 0 : 1);

async function serve() {
  const started = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":1}');
  });
  await new Promise((resolve) => started.listen(0, '127.0.0.1', resolve));
  return [started, `http://127.0.0.1:${started.address().port}`];
}

function everyOperation() {
  const document = parseDocument(Buffer.from(text), { name: 'github.json' });
  const planner = createPlanner(document);
  const ids = listOperations(document).map(({ operationId }) => operationId);
  return ids.filter((operationId) => operationId !== null && planner.plan({ operationId }).ok);
}

function reportLoading() {
  const axios = withPeak(process.execPath, [join(import.meta.dirname, 'open-axios.mjs')], plain.env);
  const shown = ({ ms, megabytes }) => `${ms.toFixed(0)} ms, at most ${megabytes.toFixed(0)} MB`;
  const draft = mkdtempSync(join(tmpdir(), 'hcp-scale-'));
  const imported = withPeak(
    join(bin, 'hcp'),
    ['import', 'openapi', documentFile, '--to', join(draft, 'pack')],
    plain.env,
  );
  rmSync(draft, { recursive: true });
  process.stdout.write(`hcp import of the whole document: ${shown(imported)}\n`);
  process.stdout.write(`hcp install of ${operationIds.length} operations: ${shown(pack.installed)}\n`);
  process.stdout.write(`openapi-client-axios until it can call: ${shown(axios)}\n`);
}

/** The server answers from this process, so the cold calls are waited for and not blocked on. */
function exec(...argv) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, 'hcp'), ['exec', ...argv], { env: large.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (status) => (status === 0 ? resolve() : reject(new Error(output))));
  });
}

/** Every operation has a schema of its arguments; the wrap verb it is held to has one of the same two. */
async function measureCold() {
  const args = ['--', 'owner=octo', 'repo=cat'];
  const medians = await alternatingMedians(
    {
      bare: () => exec('trivial', 'run'),
      wrap: () => exec('trivial', 'checked', ...args),
      openapi: () => exec('github', 'repos/get', ...args),
    },
    { rounds: 40 },
  );
  process.stdout.write(
    `cold: wrap verb without a schema ${medians.bare.toFixed(1)} ms, with one ${medians.wrap.toFixed(1)} ms, openapi ${medians.openapi.toFixed(1)} ms\n`,
  );
  verdict('cold openapi call / cold wrap call without a schema', medians.openapi / medians.bare, { atMost: 10 });
  verdicts.push(verdict('cold openapi call / cold wrap call', medians.openapi / medians.wrap, { atMost: 1.3 }));
}

async function measureWarm() {
  const pool = new Pool(origin, { connections: 1 });
  const medians = await alternatingMedians(
    {
      hcp: async () => {
        const answer = await pack.call('meta/root');
        if (!answer.ok) throw new Error(answer.error);
      },
      undici: async () => {
        const { body } = await pool.request({ method: 'GET', path: '/' });
        await body.json();
      },
    },
    { rounds: 400 },
  );
  await pool.close();
  const more = medians.hcp - medians.undici;
  process.stdout.write(`warm: hcp ${medians.hcp.toFixed(2)} ms, bare undici ${medians.undici.toFixed(2)} ms\n`);
  verdicts.push(verdict('warm openapi call over bare undici', more, { atMost: 1 }, ' ms'));
}

async function measureDaemon() {
  const without = await memoryOfDaemon(plain.env, { pack_id: 'trivial', verb_key: 'run' });
  const beside = await memoryOfDaemon(large.env, { pack_id: 'trivial', verb_key: 'run' });
  const used = await memoryOfDaemon(large.env, { pack_id: 'github', verb_key: 'meta/root' });
  process.stdout.write(
    `hcpd after 200 calls: ${without.toFixed(1)} MB without the pack, ${beside.toFixed(1)} MB with it, ${used.toFixed(1)} MB calling it\n`,
  );
  verdicts.push(verdict('hcpd with the pack over hcpd without', beside - without, { atMost: 20 }, ' MB'));
  verdicts.push(verdict('hcpd calling the pack over hcpd without', used - without, { atMost: 20 }, ' MB'));
}

/** Megabytes of physical memory after 200 calls, the processes it starts not counted. */
async function memoryOfDaemon(env, envelope) {
  hcp(env, 'config', 'set', 'sandbox.mode', '"native-local"');
  const created = hcp(env, 'token', 'create', 'ada', '--tenant', 'local', '--capability', '*');
  const { token } = JSON.parse(created);
  const daemon = spawn(join(bin, 'hcpd'), [], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const line = await new Promise((resolve) => daemon.stdout.once('data', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const target = { socketPath: JSON.parse(line).listening[0].slice('unix:'.length), agent };
  const ask = (method, path, body, session) => send({ ...target, method, path }, { token, body, session });
  const { id } = JSON.parse(await ask('POST', '/v1/sessions'));
  await ask('PUT', `/v1/sessions/${id}/packs/${envelope.pack_id}`);
  for (let call = 0; call < 200; call += 1) {
    const answer = await ask('POST', '/v1/exec', JSON.stringify(envelope), id);
    if (!answer.startsWith('{"ok":true')) throw new Error(answer);
  }
  const status = readFileSync(`/proc/${daemon.pid}/status`, 'utf8');
  agent.destroy();
  daemon.kill('SIGTERM');
  await new Promise((resolve) => daemon.once('close', resolve));
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)[1]) / 1024;
}

function hcp(env, ...argv) {
  const { status, stdout, stderr } = spawnSync(join(bin, 'hcp'), argv, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`hcp ${argv.join(' ')}: ${stderr}`);
  return stdout;
}

function send(options, { token, body, session }) {
  const headers = { authorization: `Bearer ${token}` };
  if (body !== undefined) Object.assign(headers, { 'content-type': 'application/json', 'hcp-session': session });
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, headers }, (response) => {
      let answer = '';
      response.on('data', (piece) => (answer += piece));
      response.on('end', () => resolve(answer));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
