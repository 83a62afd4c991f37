import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProgramRun, examples, runProgram } from './run-program.js';

export interface ResultEnvelope {
  readonly ok: boolean;
  readonly pack_id: string;
  readonly verb_key: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly stderr?: string;
}

export interface Answer {
  readonly exitCode: number | null;
  readonly envelope: ResultEnvelope;
}

/** The built `hcp` with a home of its own. */
export class HcpCommand {
  readonly home: string = join(mkdtempSync(join(tmpdir(), 'hcp-examples-')), 'home');

  run(argv: readonly string[], input = ''): Promise<ProgramRun> {
    const hcp = join(examples, '..', 'node_modules', '.bin', 'hcp');
    return runProgram(hcp, argv, { env: { HCP_HOME: this.home }, cwd: join(examples, '..'), input });
  }

  /** A management command that has to succeed. */
  async manage(...argv: readonly string[]): Promise<string> {
    const run = await this.run(argv);
    if (run.exitCode !== 0) throw new Error(`hcp ${argv.join(' ')}: ${run.stdout}${run.stderr}`);
    return run.stdout;
  }

  async install(pack: string, ...capabilities: readonly string[]): Promise<void> {
    await this.manage('install', `examples/packs/${pack}`);
    await this.manage('activate', pack);
    for (const capability of capabilities) await this.manage('grant', capability);
  }

  /** `hcp exec` with `k=v` words. */
  async exec(pack: string, verb: string, ...words: readonly string[]): Promise<Answer> {
    return this.#answer(await this.run(['exec', pack, verb, ...(words.length > 0 ? ['--', ...words] : [])]));
  }

  /** `hcp exec --envelope -` with arguments as JSON. */
  async send(pack: string, verb: string, args: Readonly<Record<string, unknown>>): Promise<Answer> {
    const envelope = JSON.stringify({ pack_id: pack, verb_key: verb, args });
    return this.#answer(await this.run(['exec', '--envelope', '-'], envelope));
  }

  #answer(run: ProgramRun): Answer {
    if (!/^\{.*\}\n$/.test(run.stdout)) throw new Error(`no result envelope: ${run.stdout}${run.stderr}`);
    return { exitCode: run.exitCode, envelope: JSON.parse(run.stdout) as ResultEnvelope };
  }
}
