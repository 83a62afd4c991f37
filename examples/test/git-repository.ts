import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProgramRun, examples, runProgram } from './run-program.js';

/** A real repository in a temporary folder, and the two programs that look at it. */
export class GitRepository {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), 'git pack ünï-')));
  readonly home: string = mkdtempSync(join(tmpdir(), 'git-home-'));

  /** Plain git, as a person would run it. */
  async git(words: readonly string[], input = ''): Promise<string> {
    const env = { HOME: this.home, GIT_CONFIG_NOSYSTEM: '1' };
    const run = await runProgram('git', ['-C', this.path, ...words], { env, input });
    if (run.exitCode !== 0) throw new Error(`git ${words.join(' ')}: ${run.stderr}`);
    return run.stdout;
  }

  /** The shim with the argv that §6.4 renders, `--json` at its end. */
  shim(verb: string, ...words: readonly string[]): Promise<ProgramRun> {
    return this.shimAt(verb, this.path, ...words);
  }

  /** The shim in an environment with something changed. */
  shimWith(env: Readonly<Record<string, string>>, verb: string): Promise<ProgramRun> {
    const argv = [verb, this.path, '--json'];
    return runProgram(join(examples, 'packs/git/bin/git-json.mjs'), argv, { env: { HOME: this.home, ...env } });
  }

  shimAt(verb: string, repository: string, ...words: readonly string[]): Promise<ProgramRun> {
    const argv = [verb, repository, ...words, '--json'];
    return runProgram(join(examples, 'packs/git/bin/git-json.mjs'), argv, { env: { HOME: this.home } });
  }

  async json(verb: string, ...words: readonly string[]): Promise<unknown> {
    const run = await this.shim(verb, ...words);
    if (run.exitCode !== 0) throw new Error(run.stderr);
    return JSON.parse(run.stdout);
  }

  write(name: string, text: string | Buffer): void {
    writeFileSync(join(this.path, name), text);
  }

  static async create(): Promise<GitRepository> {
    const repository = new GitRepository();
    await repository.git(['init', '-q', '-b', 'main']);
    await repository.git(['config', 'user.name', 'Ada "the" Löve']);
    await repository.git(['config', 'user.email', 'ada@example.org']);
    return repository;
  }

  async commitFile(name: string, text: string | Buffer, message: string): Promise<string> {
    this.write(name, text);
    await this.git(['add', '--', name]);
    await this.git(['commit', '-q', '--cleanup=verbatim', '-F', '-'], message);
    return (await this.git(['rev-parse', 'HEAD'])).trim();
  }
}
