// hcpd over keep-alive connections, against a bare child_process.spawn loop of the same concurrency in the same run, and
// beside the same program as a tool of an MCP stdio server.
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createDaemonHost } from '../packages/host/dist/index.js';
import { alternatingMedians, median, verdict } from './alternating-medians.mjs';
import { preparedHome } from './prepared-home.mjs';
import { trivialBinary } from './trivial-binary.mjs';

const hcpd = join(import.meta.dirname, '..', 'node_modules', '.bin', 'hcpd');
const { env, home, remove } = preparedHome();
const token = await prepareToken();
const { child, socketPath } = await startDaemon();
const session = await openSession();
const mcp = await connectMcp();
const trivial = JSON.stringify({ pack_id: 'trivial', verb_key: 'run' });
const gated = JSON.stringify({ pack_id: 'trivial', verb_key: 'change' });
const latencies = [];
let good = true;

for (const [concurrency, calls] of [
  [1, 60],
  [8, 160],
  [64, 192],
]) {
  latencies.length = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const medians = await alternatingMedians(
    {
      daemon: () => together(concurrency, calls, () => call(agent, trivial, '"ok":true')),
      bare: () => together(concurrency, calls, bareSpawn),
      mcp: () => together(concurrency, calls, callTool),
      refused: () => together(concurrency, calls, () => call(agent, gated, '"error":"confirm required"')),
    },
    { rounds: 7, warmUp: 1 },
  );
  agent.destroy();
  const rate = (ms) => `${((calls / ms) * 1000).toFixed(0)}/s`;
  process.stdout.write(
    `concurrency ${concurrency}: hcpd ${rate(medians.daemon)}, bare spawn loop ${rate(medians.bare)}, MCP server ${rate(medians.mcp)}, refused ${rate(medians.refused)}, ` +
      `call median ${median(latencies).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms\n`,
  );
  const bound = concurrency === 8 ? 0.8 : 0;
  good = verdict(`hcpd / bare spawn loop at ${concurrency}`, medians.bare / medians.daemon, { atLeast: bound }) && good;
  verdict(`hcpd / MCP stdio server at ${concurrency}`, medians.mcp / medians.daemon, { atLeast: 0 });
}
await mcp.close();
child.kill('SIGTERM');
await new Promise((resolve) => child.once('close', resolve));
remove();
process.exit(good ? 0 : 1);

async function prepareToken() {
  const host = createDaemonHost({ home, searchPath: '', userName: 'bench', onNotice: () => undefined });
  try {
    await host.configuration.set('sandbox.mode', 'native-local');
    const principal = { principalId: 'bench', tenant: 'local', projects: [], capabilities: ['trivial.*'] };
    return (await host.tokens.create(principal)).token;
  } finally {
    await host.close();
  }
}

/** One principal makes all calls here, so its own limits are out of the way. */
async function startDaemon() {
  const unlimited = ['--rate', '1000000', '--burst', '1000000', '--max-running-per-principal', '64'];
  const started = spawn(hcpd, unlimited, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise((resolve) => started.stdout.once('data', resolve));
  return { child: started, socketPath: JSON.parse(line).listening[0].slice('unix:'.length) };
}

async function openSession() {
  const agent = new Agent();
  const made = await ask(agent, { method: 'POST', path: '/v1/sessions' });
  const { id } = JSON.parse(made);
  await ask(agent, { method: 'PUT', path: `/v1/sessions/${id}/packs/trivial` });
  return id;
}

async function connectMcp() {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const args = [join(import.meta.dirname, 'mcp-server.mjs')];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  return client;
}

async function callTool() {
  const answer = await mcp.callTool({ name: 'run', arguments: {} });
  if (answer.isError === true || !Array.isArray(answer.content)) throw new Error(JSON.stringify(answer));
}

async function call(agent, body, expected) {
  const start = performance.now();
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'hcp-session': session,
  };
  const answer = await ask(agent, { method: 'POST', path: '/v1/exec', headers }, body);
  if (body === trivial) latencies.push(performance.now() - start);
  if (!answer.includes(expected)) throw new Error(answer);
}

function ask(agent, options, body) {
  return new Promise((resolve, reject) => {
    const headers = { ...options.headers, authorization: `Bearer ${token}` };
    const sent = request({ ...options, headers, socketPath, agent }, (response) => {
      let text = '';
      response.on('data', (piece) => (text += piece));
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function bareSpawn() {
  return new Promise((resolve, reject) => {
    const bare = spawn(trivialBinary(), [], { stdio: ['ignore', 'pipe', 'pipe'] });
    bare.stdout.resume();
    bare.stderr.resume();
    bare.on('error', reject);
    bare.on('close', resolve);
  });
}

/** `count` runs of `work`, `concurrency` of them at a time. */
async function together(concurrency, count, work) {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

function percentile(values, part) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];
}
