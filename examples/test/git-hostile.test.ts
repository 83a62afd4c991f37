import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { GitRepository } from './git-repository.js';
import { childPath, isMissing } from './run-program.js';

/** A repository whose config names a program wherever git would start one by itself; each leaves its name behind. */
class HostileRepository {
  readonly #witness: string;

  readonly repository: GitRepository;

  private constructor(repository: GitRepository) {
    this.repository = repository;
    this.#witness = join(repository.home, 'witness');
  }

  static async create(): Promise<HostileRepository> {
    const hostile = new HostileRepository(await GitRepository.create());
    await hostile.#arm();
    return hostile;
  }

  /** What was started since the last time, and forgets it. */
  started(): string[] {
    const lines = existsSync(this.#witness) ? readFileSync(this.#witness, 'utf8').trim().split('\n') : [];
    rmSync(this.#witness, { force: true });
    return [...new Set(lines)];
  }

  /** A program that leaves its name behind and then does `rest`. */
  program(name: string, rest = ''): string {
    const path = join(this.repository.home, name);
    writeFileSync(path, `#!/bin/sh\necho ${name} >> '${this.#witness}'\n${rest}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  async #arm(): Promise<void> {
    const { repository } = this;
    await repository.commitFile('a', 'one\n', 'one');
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----';
    const signed = (await repository.git(['cat-file', 'commit', 'HEAD'])).replace('\n\n', `\n${signature}\n\n`);
    const id = (await repository.git(['hash-object', '-w', '-t', 'commit', '--stdin'], signed)).trim();
    await repository.git(['update-ref', 'refs/heads/main', id]);
    const hooks = join(repository.home, 'hooks');
    mkdirSync(hooks);
    for (const hook of ['pre-commit', 'post-commit', 'post-index-change', 'reference-transaction']) {
      const program = this.program(hook);
      writeFileSync(join(hooks, hook), readFileSync(program));
      chmodSync(join(hooks, hook), 0o755);
    }
    const settings = {
      'core.fsmonitor': this.program('fsmonitor'),
      'core.hooksPath': hooks,
      'core.pager': this.program('pager', 'cat'),
      'core.editor': this.program('editor'),
      'core.sshCommand': this.program('ssh'),
      'core.worktree': repository.home,
      'diff.external': this.program('external-diff'),
      'diff.evil.textconv': this.program('textconv', 'cat "$1"'),
      'filter.evil.clean': this.program('clean', 'cat'),
      'filter.evil.smudge': this.program('smudge', 'cat'),
      'filter.evil.required': 'true',
      'filter.a=b.process': this.program('process'),
      'gpg.program': this.program('gpg'),
      'log.showSignature': 'true',
      'commit.gpgSign': 'true',
      'hook.evil.command': this.program('hook'),
      'hook.evil.event': 'reference-transaction',
      'protocol.ext.allow': 'always',
      'remote.evil.url': `ext::${this.program('transport')} %S`,
      'remote.evil.promisor': 'true',
      'extensions.partialClone': 'evil',
      'core.repositoryFormatVersion': '1',
    };
    for (const [name, value] of Object.entries(settings)) await repository.git(['config', name, value]);
    repository.write('.gitattributes', 'a filter=evil diff=evil\nb filter=a=b\n');
    repository.write('a', 'two\n');
    this.started();
  }
}

let hostile: HostileRepository;

describe.skipIf(isMissing('git'))('git-json in a hostile repository', () => {
  beforeEach(async () => {
    hostile = await HostileRepository.create();
  });

  const readVerbs = [['status'], ['log'], ['show', 'HEAD'], ['branches'], ['search', 'one']];

  it('is tested with traps that plain git walks into', async () => {
    const { repository } = hostile;
    const git = async (...words: string[]): Promise<string[]> => {
      await repository.git([`--work-tree=${repository.path}`, ...words]).catch(() => undefined);
      return hostile.started();
    };
    expect(await git('status')).toEqual(expect.arrayContaining(['fsmonitor', 'clean']));
    expect(await git('log', '-1')).toContain('gpg');
    expect(await git('diff')).toContain('external-diff');
    expect(await git('diff', '--no-ext-diff')).toContain('textconv');
    expect(await git('tag', 'plain')).toContain('reference-transaction');
    expect(await git('-c', 'commit.gpgSign=false', 'commit', '-q', '--allow-empty', '-m', 'x')).toContain('pre-commit');
    expect(await git('cat-file', '-p', '1'.repeat(40))).toContain('transport');
  });

  it.each(readVerbs)('starts nothing of its own for %s', async (verb, ...words) => {
    const run = await hostile.repository.shim(verb, ...words);
    expect(run.stderr).toBe('');
    expect(hostile.started()).toEqual([]);
  });

  it('looks at the folder it was given and not where core.worktree points', async () => {
    writeFileSync(join(hostile.repository.home, 'secret'), 'x');
    const text = JSON.stringify(await hostile.repository.json('status'));
    expect(text).toContain('.gitattributes');
    expect(text).not.toContain('secret');
  });

  it('stages, commits and tags without starting anything', async () => {
    const { repository } = hostile;
    repository.write('plain', 'x\n');
    await repository.json('stage', 'plain');
    expect(await repository.json('commit', 'plain')).toMatchObject({ message: 'plain' });
    await repository.json('tag', 'v1');
    expect(hostile.started()).toEqual([]);
  });

  it.each(['a', 'b'])('refuses to stage %s, whose filter it will not run', async (path) => {
    hostile.repository.write(path, 'three\n');
    const run = await hostile.repository.shim('stage', path);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toMatch(/^git-json: [ab] needs the filter "(?:evil|a=b)", which is not run here\n$/);
    expect(hostile.started()).toEqual([]);
  });

  it('fetches nothing for an object that is missing', async () => {
    const { repository } = hostile;
    const blob = (await repository.git(['rev-parse', 'HEAD:a'])).trim();
    rmSync(join(repository.path, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    hostile.started();
    const run = await repository.shim('show', 'HEAD');
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(hostile.started()).toEqual([]);
  });

  it('starts nothing of a submodule', async () => {
    const { repository } = hostile;
    const inner = join(repository.path, 'sub');
    const git = (...words: string[]): Promise<string> => repository.git(['-C', 'sub', '-c', 'user.name=x', ...words]);
    await repository.git(['init', '-q', 'sub']);
    writeFileSync(join(inner, 'a'), 'one\n');
    await git('add', 'a');
    await git('-c', 'user.email=x', 'commit', '-q', '-m', 'inner');
    await git('config', 'filter.inner.clean', hostile.program('inner-clean', 'cat'));
    await git('config', 'core.fsmonitor', hostile.program('inner-fsmonitor'));
    writeFileSync(join(inner, '.gitattributes'), 'a filter=inner\n');
    writeFileSync(join(inner, 'a'), 'two\n');
    const link = `160000,${(await git('rev-parse', 'HEAD')).trim()},sub`;
    const outer = [`--work-tree=${repository.path}`];
    await repository.git([...outer, 'update-index', '--add', '--cacheinfo', link]);
    await repository.git([...outer, 'status']);
    expect(hostile.started()).toEqual(expect.arrayContaining(['inner-clean', 'inner-fsmonitor']));
    repository.write('plain', 'x\n');
    for (const [verb, ...words] of [...readVerbs, ['stage', 'plain'], ['commit', 'sub'], ['show', 'HEAD']]) {
      expect((await repository.shim(verb!, ...words)).stderr).toBe('');
    }
    for (const path of ['sub', 'sub/', '.', 'sub/a']) {
      expect((await repository.shim('stage', path)).exitCode).toBe(1);
    }
    await repository.git([...outer, 'rm', '-q', '--cached', 'sub']);
    hostile.started();
    expect((await repository.shim('stage', 'sub')).stderr).toBe('git-json: "sub" holds another repository\n');
    expect(hostile.started()).toEqual([]);
  });

  it('goes no further with a git that does not take its settings', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'old-git-'));
    writeFileSync(
      join(folder, 'git'),
      '#!/bin/sh\nunset GIT_CONFIG_COUNT\nPATH=$REST exec git "$@"\n'.replace('$REST', '"${PATH#*:}"'),
    );
    chmodSync(join(folder, 'git'), 0o755);
    const run = await hostile.repository.shimWith({ PATH: `${folder}:${childPath}` }, 'status');
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toBe('git-json: this git is too old to be guarded; 2.31 is needed\n');
    expect(hostile.started()).toEqual([]);
  });

  it('leaves the repository as it was when it reads', async () => {
    const { repository } = hostile;
    const index = join(repository.path, '.git/index');
    const before = readFileSync(index);
    for (const [verb, ...words] of readVerbs) await repository.shim(verb!, ...words);
    expect(readFileSync(index).equals(before)).toBe(true);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'refuses a repository that belongs to someone else (seen as root only)',
    async () => {
      chownSync(hostile.repository.path, 65_534, 65_534);
      chownSync(join(hostile.repository.path, '.git'), 65_534, 65_534);
      const run = await hostile.repository.shim('status');
      expect(run.exitCode).toBe(1);
      expect(run.stderr).toContain('dubious ownership');
    },
  );
});
