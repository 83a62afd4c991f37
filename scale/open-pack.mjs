// A pack over operations of a document, installed in a home, and called through one `hcp exec --jsonl`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withPeak } from './with-peak.mjs';

const hcp = join(import.meta.dirname, '..', 'node_modules', '.bin', 'hcp');

/** `env` names the home; a new one unless given. */
export function openPack({ id, text, operationIds, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'hcp-scale-'));
  const root = join(folder, 'pack');
  const own = env ?? { PATH: process.env.PATH, HCP_HOME: join(folder, 'home') };
  mkdirSync(root);
  const documentFile = join(root, 'document.json');
  writeFileSync(documentFile, text);
  const each = (value) => Object.fromEntries(operationIds.map((operationId) => [operationId, value(operationId)]));
  const verbs = each((operationId) => ({ description: operationId }));
  writeJson(join(root, 'surface.json'), { id, name: id, kind: 'openapi', openapi: { path: 'document.json' }, verbs });
  writeJson(join(root, 'policy.json'), { surface_id: id, verbs: each(() => ({ access: 'read' })) });
  const installed = withPeak(hcp, ['install', '--allow-private', root], own);
  const { status, stderr } = spawnSync(hcp, ['activate', id], { env: own, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  let lines;
  return {
    env: own,
    documentFile,
    /** Milliseconds and megabytes that the install took. */
    installed,
    call: (verbKey, args = {}) => {
      lines ??= startLines(own);
      return lines.ask({ pack_id: id, verb_key: verbKey, args });
    },
    remove: async () => {
      await lines?.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startLines(env) {
  const child = spawn(hcp, ['exec', '--jsonl'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()(JSON.parse(line)));
  return {
    ask: (envelope) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${JSON.stringify(envelope)}\n`);
      }),
    end: async () => {
      child.stdin.end();
      await once(child, 'close');
    },
  };
}

function writeJson(file, value) {
  writeFileSync(file, JSON.stringify(value));
}
