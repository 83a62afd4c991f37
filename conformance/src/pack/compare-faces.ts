import type { HcpCommand } from '../drivers/hcp-command.js';
import { decodeUtf8, runCommand } from '../drivers/run-command.js';
import { compactOf, memberOf, plainOf, type JsonNode } from '../json/json-node.js';
import { readJson } from '../json/read-json.js';
import type { Example, PackExamples } from './read-examples.js';

export interface FaceComparison {
  readonly hcp: HcpCommand;
  readonly pack: PackExamples;
  /** A private folder: the `HOME` of the bin. */
  readonly folder: string;
  readonly searchPath: string | undefined;
  readonly credentialEnv: Readonly<Record<string, string>>;
}

const timeoutMs = 120_000;

/** How the two faces differ for one example, or `undefined` where they agree (§6.5). */
export async function compareFaces(example: Example, place: FaceComparison): Promise<string | undefined> {
  const envelope = JSON.stringify({ pack_id: place.pack.id, verb_key: example.verbKey, args: example.args });
  const rendered = await answerOf(place.hcp, envelope, ['--dry-run']);
  if (typeof rendered === 'string') return rendered;
  const preview = plainOf(memberOf(rendered, 'result') ?? rendered) as { bin?: string; argv?: readonly string[] };
  const { bin, argv } = preview;
  if (bin === undefined || argv === undefined) return `hcp exec --dry-run refuses it: ${compactOf(rendered)}`;
  const answer = await answerOf(place.hcp, envelope, []);
  if (typeof answer === 'string') return answer;
  const direct = await runCommand({
    argv: [bin, ...argv],
    cwd: place.pack.root,
    env: {
      PATH: place.searchPath,
      HOME: place.folder,
      TMPDIR: place.folder,
      ...place.pack.agentEnv,
      ...place.credentialEnv,
    },
    input: '',
    timeoutMs,
  });
  if (direct.end !== 'exited') return `the bin itself ${direct.why}`;
  const stdout = decodeUtf8(direct.stdout) ?? direct.stdout.toString('utf8');
  return holdAgainst(answer, { code: direct.code, stdout, stderr: direct.stderr });
}

interface Direct {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function holdAgainst(answer: JsonNode, { code, stdout, stderr }: Direct): string | undefined {
  const ok = memberOf(answer, 'ok');
  const isOk = ok?.kind === 'literal' && ok.raw === 'true';
  if (isOk !== (code === 0)) return `the bin itself exits ${String(code)}, and the JSON face says ${compactOf(answer)}`;
  const [wanted, given] = isOk
    ? [resultOf(stdout), memberOf(answer, 'result')]
    : [JSON.stringify(stderr === '' ? `exit ${String(code)}` : stderr), memberOf(answer, 'error')];
  const said =
    given === undefined ? 'nothing' : given.kind === 'string' ? JSON.stringify(given.value) : compactOf(given);
  return said === wanted ? undefined : `the bin itself gives ${wanted}, and the JSON face ${said}`;
}

/** What the JSON face has to make of this output (§6.2, profile P1). */
function resultOf(stdout: string): string {
  try {
    const node = readJson(stdout.replace(/^\uFEFF/, ''));
    return node.kind === 'string' ? JSON.stringify(node.value) : compactOf(node);
  } catch {
    return JSON.stringify(stdout);
  }
}

async function answerOf(hcp: HcpCommand, envelope: string, more: readonly string[]): Promise<JsonNode | string> {
  const ended = await hcp(['exec', '--envelope', '-', ...more], envelope);
  if (ended.end !== 'exited') return `hcp exec ${ended.why}`;
  try {
    return readJson(ended.stdout.toString('utf8'));
  } catch {
    return `hcp exec printed no JSON: ${ended.stdout.toString('utf8').slice(0, 400)}${ended.stderr.slice(0, 400)}`;
  }
}
