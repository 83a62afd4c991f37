// A pack over drawn operations, installed in a home of its own, and called through one `hcp exec --jsonl`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const hcp = join(import.meta.dirname, '..', 'node_modules', '.bin', 'hcp');

export function openPack({ id, text, drawn }) {
  const folder = mkdtempSync(join(tmpdir(), 'hcp-scale-'));
  const root = join(folder, 'pack');
  mkdirSync(root);
  const env = { PATH: process.env.PATH, HCP_HOME: join(folder, 'home') };
  const verbs = drawn.map(({ operationId }) => [operationId, { description: operationId }]);
  const documentFile = join(root, 'document.json');
  write(documentFile, text);
  write(join(root, 'surface.json'), {
    hcp: '1.0',
    id,
    kind: 'openapi',
    openapi: { path: 'document.json' },
    verbs: Object.fromEntries(verbs),
  });
  write(join(root, 'policy.json'), {
    surface_id: id,
    verbs: Object.fromEntries(drawn.map(({ operationId }) => [operationId, { access: 'read' }])),
  });
  run(env, ['install', '--allow-private', root]);
  run(env, ['activate', id]);
  let child;
  return {
    env,
    documentFile,
    call: (verbKey, args) => {
      child ??= startLines(env);
      return child.ask({ pack_id: id, verb_key: verbKey, args });
    },
    remove: async () => {
      await child?.end();
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

function run(env, args) {
  const { status, stdout, stderr } = spawnSync(hcp, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`hcp ${args.join(' ')} ended with status ${status}: ${stdout}${stderr}`);
}

function write(file, content) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}
