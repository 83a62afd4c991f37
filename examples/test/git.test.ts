import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { GitRepository } from './git-repository.js';
import { isMissing } from './run-program.js';

interface Log {
  readonly commits: readonly { readonly id: string; readonly message: string; readonly parents: readonly string[] }[];
}

let repository: GitRepository;

describe.skipIf(isMissing('git'))('git-json', () => {
  beforeEach(async () => {
    repository = await GitRepository.create();
  });

  it('answers the state of a repository without commits', async () => {
    expect(await repository.json('status')).toEqual({
      branch: 'main',
      head: null,
      upstream: null,
      ahead: null,
      behind: null,
      files: [],
      clean: true,
    });
    expect(await repository.json('branches')).toEqual({ branches: [] });
    expect((await repository.shim('log')).stderr).toMatch(/^git-json: no commit is named "HEAD" in /);
  });

  it('tells changed, staged, renamed, deleted and new files apart, whatever they are called', async () => {
    const odd = ' odd "name"\n2 R. tab\té';
    await repository.commitFile('moved from', 'some text that is long enough to be found again\n', 'one');
    await repository.commitFile(odd, 'x\n', 'two');
    await repository.commitFile('gone', 'gone\n', 'three');
    await repository.git(['mv', 'moved from', 'moved to']);
    await repository.git(['rm', '-q', 'gone']);
    repository.write(odd, 'y\n');
    repository.write('-n', 'new\n');
    expect(await repository.json('status')).toMatchObject({
      branch: 'main',
      clean: false,
      files: [
        { path: odd, index: '.', work_tree: 'M' },
        { path: 'gone', index: 'D', work_tree: '.' },
        { path: 'moved to', index: 'R', work_tree: '.', original_path: 'moved from' },
        { path: '-n', index: '?', work_tree: '?' },
      ],
    });
  });

  it('tells of conflicts, and refuses to commit in the middle of a merge', async () => {
    await repository.commitFile('a', 'base\n', 'base');
    await repository.git(['checkout', '-q', '-b', 'side']);
    await repository.commitFile('a', 'side\n', 'side');
    await repository.git(['checkout', '-q', 'main']);
    await repository.commitFile('a', 'main\n', 'main');
    await expect(repository.git(['merge', '-q', 'side'])).rejects.toThrow();
    expect(await repository.json('status')).toMatchObject({ files: [{ path: 'a', index: 'U', work_tree: 'U' }] });
    await repository.git(['add', 'a']);
    expect((await repository.shim('commit', 'x')).stderr).toBe(
      'git-json: a merge is in progress: finish it with git itself\n',
    );
  });

  it('counts commits ahead of and behind the upstream', async () => {
    await repository.commitFile('a', '1\n', 'one');
    await repository.git(['branch', 'base']);
    await repository.git(['branch', '-q', '--set-upstream-to=base']);
    await repository.commitFile('a', '2\n', 'two');
    expect(await repository.json('status')).toMatchObject({ upstream: 'base', ahead: 1, behind: 0 });
    expect(await repository.json('branches')).toMatchObject({
      branches: [
        { name: 'base', current: false, upstream: null },
        { name: 'main', current: true, upstream: 'base', subject: 'two' },
      ],
    });
  });

  it('shows a commit with its files and its patch', async () => {
    await repository.commitFile('a', '1\n2\n', 'one');
    repository.write('b.bin', Buffer.from([0, 1, 2, 255]));
    await repository.git(['add', 'b.bin']);
    const id = await repository.commitFile('a', '1\n3\n4\n', 'two');
    expect(await repository.json('show', 'HEAD')).toMatchObject({
      id,
      author: { name: 'Ada "the" Löve', email: 'ada@example.org' },
      message: 'two',
      files: [
        { path: 'a', binary: false, additions: 2, deletions: 1 },
        { path: 'b.bin', binary: true, additions: null, deletions: null },
      ],
      patch: expect.stringContaining('-2\n+3\n+4\n') as string,
    });
    expect(await repository.json('show', 'HEAD~1')).toMatchObject({
      parents: [],
      files: [{ path: 'a', additions: 2 }],
    });
  });

  it('limits a log by number, revision and literal path', async () => {
    await repository.commitFile('a*', '1\n', 'one');
    await repository.commitFile('ab', '2\n', 'two');
    const messages = async (...words: string[]): Promise<string[]> =>
      ((await repository.json('log', ...words)) as Log).commits.map((commit) => commit.message);
    expect(await messages()).toEqual(['two', 'one']);
    expect(await messages('--limit=1')).toEqual(['two']);
    expect(await messages('--ref=HEAD~1')).toEqual(['one']);
    expect(await messages('--path=a*')).toEqual(['one']);
  });

  it('searches for a text that looks like an option or a pattern, and finds the text', async () => {
    await repository.commitFile('it"s\nhere', 'a --force b\r\n.*\n--force', 'one');
    expect(await repository.json('search', '--force')).toMatchObject({
      matches: [
        { path: 'it"s\nhere', line: 1, text: 'a --force b\r' },
        { path: 'it"s\nhere', line: 3, text: '--force' },
      ],
    });
    expect(await repository.json('search', '.*')).toMatchObject({ matches: [{ line: 2 }] });
    expect(await repository.json('search', 'nowhere')).toMatchObject({ matches: [] });
  });

  it('gives any message back exactly as it was committed', async () => {
    const piece = fc.constantFrom(
      '"',
      "'",
      '\n',
      '\n\n',
      '# ',
      '\\n',
      '\t',
      '🎉',
      'é',
      '{{x}}',
      '$&',
      ' ',
      '-',
      'a',
      '\u2028',
    );
    let turn = 0;
    const message = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(message, async (text) => {
        repository.write('a', String((turn += 1)));
        await repository.json('stage', 'a');
        expect(await repository.json('commit', text)).toMatchObject({ message: text });
        expect(await repository.json('log', '--limit=1')).toMatchObject({ commits: [{ message: text }] });
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it('commits what is staged and nothing else, and has nothing to commit the second time', async () => {
    repository.write('a', '1');
    repository.write('b', '1');
    expect(await repository.json('stage', 'a')).toMatchObject({
      files: [
        { path: 'a', index: 'A' },
        { path: 'b', index: '?' },
      ],
    });
    await repository.json('commit', 'one');
    expect(await repository.git(['ls-tree', '--name-only', 'HEAD'])).toBe('a\n');
    const again = await repository.shim('commit', 'two');
    expect(again).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: 'git-json: nothing is staged: stage a path first\n',
    });
  });

  it('asks for an author where the repository names none, and takes one', async () => {
    await repository.git(['config', '--unset', 'user.name']);
    await repository.git(['config', '--unset', 'user.email']);
    repository.write('a', '1');
    await repository.json('stage', 'a');
    const run = await repository.shim('commit', 'one');
    expect(run.stderr).toBe(
      `git-json: the config of ${repository.path} names no user: give author_name and author_email\n`,
    );
    expect(await repository.json('commit', 'one', '--author-name=Bo', '--author-email=bo@example.org')).toMatchObject({
      author: { name: 'Bo', email: 'bo@example.org' },
      committer: { name: 'Bo' },
    });
  });

  it('lets one of two commits at once win, and loses neither the branch nor its history', async () => {
    await repository.commitFile('a', '1', 'base');
    repository.write('a', '2');
    await repository.json('stage', 'a');
    const runs = await Promise.all(['x', 'y', 'z'].map((text) => repository.shim('commit', text)));
    const winners = runs.filter((run) => run.exitCode === 0);
    expect(winners).toHaveLength(1);
    const { commits } = (await repository.json('log')) as Log;
    expect(commits.map((commit) => commit.message).slice(1)).toEqual(['base']);
  });

  it('creates a tag and never moves one', async () => {
    const one = await repository.commitFile('a', '1', 'one');
    expect(await repository.json('tag', 'v1')).toEqual({ tag: 'v1', commit: one });
    await repository.commitFile('a', '2', 'two');
    expect((await repository.shim('tag', 'v1')).stderr).toContain('reference already exists');
    expect((await repository.git(['rev-parse', 'v1'])).trim()).toBe(one);
    expect((await repository.shim('tag', 'a..b')).stderr).toBe('git-json: "a..b" is no name for a tag\n');
  });

  it.each(['-p', '--output=stolen', '--upload-pack=x', 'HEAD:a', 'nope', '', 'HEAD\n--all'])(
    'takes the revision %j for a commit or for nothing',
    async (revision) => {
      await repository.commitFile('a', '1', 'one');
      const run = await repository.shim('show', revision);
      expect(run).toMatchObject({ exitCode: 1, stdout: '' });
      expect(run.stderr).toMatch(/^git-json: (?:no commit is named|revision)/);
      expect(await repository.json('status')).toMatchObject({ clean: true });
    },
  );

  it('works in a linked work tree', async () => {
    await repository.commitFile('a', '1', 'one');
    const linked = join(mkdtempSync(join(tmpdir(), 'linked-')), 'tree');
    await repository.git(['worktree', 'add', '-q', '-b', 'side', linked]);
    expect(JSON.parse((await repository.shimAt('status', linked)).stdout)).toMatchObject({
      branch: 'side',
      clean: true,
    });
  });

  it('opens the folder it is given and no other', async () => {
    await repository.commitFile('a', '1', 'one');
    const inner = join(repository.path, 'inner');
    mkdirSync(inner);
    expect((await repository.shimAt('status', inner)).stderr).toContain('is not the top folder of a git work tree');
    mkdirSync(join(inner, '.git'));
    expect((await repository.shimAt('status', inner)).stderr).toContain('is not a git repository: git found');
    expect((await repository.shimAt('status', 'inner')).stderr).toBe(
      'git-json: repository "inner" is not an absolute path\n',
    );
    expect((await repository.shimAt('status', '/nowhere')).stderr).toBe(
      'git-json: repository "/nowhere" is not a folder\n',
    );
    const link = join(mkdtempSync(join(tmpdir(), 'link-')), 'repository');
    symlinkSync(repository.path, link);
    expect(JSON.parse((await repository.shimAt('status', link)).stdout)).toMatchObject({ branch: 'main' });
  });

  it('names what it knows when a word is wrong', async () => {
    expect((await repository.shim('frobnicate')).stderr).toContain('the verbs are status, log, show');
    expect((await repository.shim('__proto__')).stderr).toContain('the verbs are status, log, show');
    expect((await repository.shim('log', '--exec=x')).stderr).toContain('unknown word "--exec=x"; usage: git-json log');
    expect((await repository.shim('commit')).stderr).toContain('usage: git-json commit repository message');
  });
});
