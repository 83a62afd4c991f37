#!/usr/bin/env node
/**
 * The JSON face that git lacks: fixed verbs, one JSON document on stdout, git's own words on stderr. The repository
 * may be hostile. Its .git/config can name programs that git starts on its own (hooks, fsmonitor, clean filters, textconv,
 * signing, transports), so git gets an environment built here, where all of that is off, and never the caller's.
 *
 * One file on purpose: the runtime pins the digest of the program it starts, not of what that program imports.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

class UserError extends Error {}

/** An old git does not read settings from its environment and would go on unguarded; this one proves that it does. */
const proof = randomUUID();
const off = {
  'hcp.guard': proof,
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.attributesFile': '/dev/null',
  'protocol.allow': 'never',
  'safe.bareRepository': 'explicit',
  'log.showSignature': 'false',
  'log.follow': 'false',
  'user.useConfigOnly': 'true',
};

/** `-c` splits at the first "=", and a hostile driver name may hold one; these variables carry any name. */
function configVariables(settings) {
  const entries = Object.entries(settings).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(entries.length / 2) };
}

function gitEnvironment(workTree, settings) {
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: process.env.HOME ?? '/nonexistent',
    LC_ALL: 'C.UTF-8',
    GIT_WORK_TREE: workTree, // Wins over a core.worktree that points elsewhere.
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_PAGER: 'cat',
    ...configVariables(settings),
  };
}

/** Runs git without a shell and answers its stdout; `accept` lists exit statuses that are answers too. */
function start(repository, words, { input = '', accept = [0], env = {} } = {}) {
  const { error, status, signal, stdout, stderr } = spawnSync('git', ['-C', repository.path, '--no-pager', ...words], {
    env: { ...gitEnvironment(repository.path, repository.settings), ...env },
    input,
    maxBuffer: 256 * 1024 * 1024,
  });
  if (error?.code === 'ENOENT') throw new UserError(`git is not on the PATH (${process.env.PATH})`);
  if (error !== undefined) throw new UserError(`git ${words[0]}: ${error.message}`);
  if (accept.includes(status)) return stdout.toString('utf8');
  const complaint = stderr.toString('utf8').trim();
  throw new UserError(complaint === '' ? `git ${words[0]} ended with ${signal ?? status}` : complaint);
}

/** Where .git leads: a folder, or the file that a linked work tree or a submodule has instead. */
function expectedGitFolder(path) {
  const dotGit = join(path, '.git');
  const found = statSync(dotGit, { throwIfNoEntry: false });
  if (found?.isDirectory()) return realpathSync(dotGit);
  const target = found?.isFile() ? /^gitdir: (.+?)\n?$/.exec(readFileSync(dotGit, 'utf8')) : null;
  if (target === null) throw new UserError(`${path} is not the top folder of a git work tree: it has no .git`);
  return realpathSync(resolve(dirname(realpathSync(dotGit)), target[1]));
}

/** Sets to nothing each program that config names and git would start by itself. */
function withoutDrivers(names) {
  const settings = {};
  for (const name of names) {
    const [, filter] = /^(filter\..+)\.(?:clean|smudge|process|required)$/s.exec(name) ?? [];
    const [, hook] = /^(hook\..+)\.(?:command|event|enabled)$/s.exec(name) ?? [];
    if (filter !== undefined) {
      Object.assign(settings, { [`${filter}.clean`]: '', [`${filter}.smudge`]: '', [`${filter}.process`]: '' });
      settings[`${filter}.required`] = 'false';
    }
    if (hook !== undefined) Object.assign(settings, { [`${hook}.enabled`]: 'false', [`${hook}.event`]: '' });
  }
  return settings;
}

function openRepository(written) {
  if (!isAbsolute(written)) throw new UserError(`repository "${written}" is not an absolute path`);
  if (!statSync(written, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UserError(`repository "${written}" is not a folder`);
  }
  const path = realpathSync(written);
  const expected = expectedGitFolder(path);
  const found = start({ path, settings: off }, ['rev-parse', '--absolute-git-dir']).replace(/\n$/, '');
  if (realpathSync(found) !== expected) throw new UserError(`${path} is not a git repository: git found ${found}`);
  const lines = start({ path, settings: off }, ['config', '--list', '-z']).split('\0');
  if (!lines.includes(`hcp.guard\n${proof}`)) throw new UserError('this git is too old to be guarded; 2.31 is needed');
  return { path, settings: { ...off, ...withoutDrivers(lines.map((line) => line.split('\n')[0])) } };
}

function resolveCommit(repository, revision) {
  if (revision.startsWith('-')) throw new UserError(`revision "${revision}" starts with "-"`);
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const found = start(repository, words, { accept: [0, 1, 128] }).trim();
  if (!/^[0-9a-f]{40,64}$/.test(found)) throw new UserError(`no commit is named "${revision}" in ${repository.path}`);
  return found;
}

const commitFields = ['H', 'P', 'an', 'ae', 'aI', 'cn', 'ce', 'cI', 'B'];

function readCommits(repository, words) {
  const format = `--format=${commitFields.map((field) => `%${field}`).join('%x00')}`;
  const fixed = ['log', '-z', '--encoding=UTF-8', '--no-show-signature', '--no-mailmap', '--no-notes', '--no-color'];
  const values = start(repository, [...fixed, '--no-decorate', '--no-patch', format, ...words]).split('\0');
  const commits = [];
  for (let at = 0; at + commitFields.length <= values.length; at += commitFields.length) {
    const [id, parents, name, email, date, committer, committerEmail, committed, message] = values.slice(at);
    commits.push({
      id,
      parents: parents === '' ? [] : parents.split(' '),
      author: { name, email, date },
      committer: { name: committer, email: committerEmail, date: committed },
      message: message.replace(/\n$/, ''),
    });
  }
  return commits;
}

function log(repository, { ref = 'HEAD', limit = '20', path }) {
  if (!/^\d{1,5}$/.test(limit)) throw new UserError(`limit "${limit}" is not a number of commits`);
  const commit = resolveCommit(repository, ref);
  return { commits: readCommits(repository, [`--max-count=${limit}`, commit, '--', ...(path ? [path] : [])]) };
}

function show(repository, { commit: revision }) {
  const id = resolveCommit(repository, revision);
  const [commit] = readCommits(repository, ['--max-count=1', id, '--']);
  const range = commit.parents.length === 0 ? ['--root', id] : [commit.parents[0], id];
  const diff = ['diff-tree', '-r', '--no-commit-id', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color'];
  const counts = start(repository, [...diff, '-z', '--numstat', '--ignore-submodules=none', ...range, '--']);
  const files = [...counts.matchAll(/(\d+|-)\t(\d+|-)\t([^\0]+)\0/g)].map(([, added, deleted, path]) => {
    const binary = added === '-';
    return { path, binary, additions: binary ? null : Number(added), deletions: binary ? null : Number(deleted) };
  });
  return { ...commit, files, patch: start(repository, [...diff, '--patch', '--submodule=short', ...range, '--']) };
}

function readStatusHeader(state, line) {
  const [, name, value] = /^# branch\.(\S+) (.*)$/s.exec(line) ?? [];
  if (name === 'oid') state.head = value === '(initial)' ? null : value;
  if (name === 'head') state.branch = value === '(detached)' ? null : value;
  if (name === 'upstream') state.upstream = value;
  if (name === 'ab') [, state.ahead, state.behind] = /^\+(\d+) -(\d+)$/.exec(value).map(Number);
}

/** Porcelain version 2: how many fields stand before the path, by the letter a record starts with. */
const fieldsBeforePath = { 1: 8, 2: 9, u: 10, '?': 1 };

function status(repository) {
  const fixed = ['status', '--porcelain=v2', '--branch', '-z', '--find-renames', '--no-column'];
  const output = start(repository, [...fixed, '--untracked-files=all', '--ignore-submodules=all']);
  const records = output.split('\0').slice(0, -1);
  const state = { branch: null, head: null, upstream: null, ahead: null, behind: null, files: [] };
  for (let at = 0; at < records.length; at += 1) {
    const kind = records[at][0];
    if (kind === '#') {
      readStatusHeader(state, records[at]);
      continue;
    }
    const fields = records[at].split(' ');
    const path = fields.slice(fieldsBeforePath[kind]).join(' ');
    const [index, workTree] = kind === '?' ? '??' : fields[1];
    const original = kind === '2' ? { original_path: records[(at += 1)] } : {};
    state.files.push({ path, index, work_tree: workTree, ...original });
  }
  return { ...state, clean: state.files.length === 0 };
}

function branches(repository) {
  const fields = ['refname:lstrip=2', 'objectname', 'HEAD', 'upstream:lstrip=2', 'contents:subject'];
  const format = `--format=${fields.map((field) => `%(${field})`).join('%00')}`;
  const lines = start(repository, ['for-each-ref', '--no-color', format, 'refs/heads/']).split('\n').slice(0, -1);
  return {
    branches: lines.map((line) => {
      const [name, id, current, upstream, subject] = line.split('\0');
      return { name, id, current: current === '*', upstream: upstream === '' ? null : upstream, subject };
    }),
  };
}

function search(repository, { text, ref = 'HEAD' }) {
  const id = resolveCommit(repository, ref);
  const fixed = ['grep', '-z', '-n', '-I', '-F', '--full-name', '--no-color', '--no-column', '--no-textconv'];
  const found = start(repository, [...fixed, '--no-recurse-submodules', '-e', text, id, '--'], { accept: [0, 1] });
  const matches = [...found.matchAll(/([^\0]*)\0(\d+)\0([^\n]*)\n/g)].map(([, name, line, content]) => ({
    path: name.slice(id.length + 1),
    line: Number(line),
    text: content,
  }));
  return { commit: id, matches };
}

function stage(repository, { path }) {
  const files = start(repository, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', path]);
  const staged = start(repository, ['ls-files', '-z', '--stage', '--', path]);
  // Git would look into a repository inside this one, by the config in there.
  if (/(?:^|\0)160000 /.test(staged) || files.includes('/\0'))
    throw new UserError(`"${path}" holds another repository`);
  const attributes = start(repository, ['check-attr', '-z', '--stdin', 'filter'], { input: files }).split('\0');
  for (let at = 2; at < attributes.length; at += 3) {
    if (!Object.hasOwn(repository.settings, `filter.${attributes[at]}.clean`)) continue;
    throw new UserError(`${attributes[at - 2]} needs the filter "${attributes[at]}", which is not run here`);
  }
  start(repository, ['add', '--', path]);
  return status(repository);
}

/** Plumbing, so that no hook, editor, signature or clean-up runs; the ref moves only from the commit it was read at. */
function commit(repository, { message, 'author-name': name, 'author-email': email }) {
  const branch = start(repository, ['symbolic-ref', '--quiet', 'HEAD'], { accept: [0, 1] }).trim();
  if (!branch.startsWith('refs/heads/')) throw new UserError('HEAD is on no branch: check one out first');
  if (start(repository, ['rev-parse', '--verify', '--quiet', 'MERGE_HEAD'], { accept: [0, 1] }) !== '') {
    throw new UserError('a merge is in progress: finish it with git itself');
  }
  const tree = start(repository, ['write-tree']).trim();
  const head = start(repository, ['rev-parse', '--verify', '--quiet', branch], { accept: [0, 1] }).trim();
  const parents = head === '' ? [] : ['-p', head];
  const treeBefore = head === '' ? ['hash-object', '-t', 'tree', '--stdin'] : ['rev-parse', `${head}^{tree}`];
  if (start(repository, treeBefore).trim() === tree) throw new UserError('nothing is staged: stage a path first');
  const env = {
    ...(name === undefined ? {} : { GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name }),
    ...(email === undefined ? {} : { GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email }),
  };
  if (start(repository, ['var', 'GIT_COMMITTER_IDENT'], { env, accept: [0, 128] }) === '') {
    throw new UserError(`the config of ${repository.path} names no user: give author_name and author_email`);
  }
  const id = start(repository, ['commit-tree', ...parents, tree], { input: `${message}\n`, env }).trim();
  const old = head === '' ? '0'.repeat(id.length) : head;
  start(repository, ['update-ref', '-m', 'commit: git-json', branch, id, old], { env });
  return readCommits(repository, ['--max-count=1', id, '--'])[0];
}

function tag(repository, { name, ref = 'HEAD' }) {
  const reference = `refs/tags/${name}`;
  if (name.startsWith('-')) throw new UserError(`tag name "${name}" starts with "-"`);
  if (start(repository, ['check-ref-format', '--normalize', reference], { accept: [0, 1] }) !== `${reference}\n`) {
    throw new UserError(`"${name}" is no name for a tag`);
  }
  const id = resolveCommit(repository, ref);
  start(repository, ['update-ref', reference, id, '0'.repeat(id.length)]);
  return { tag: name, commit: id };
}

const verbs = {
  status: { run: status, positional: [], options: [] },
  log: { run: log, positional: [], options: ['ref', 'limit', 'path'] },
  show: { run: show, positional: ['commit'], options: [] },
  branches: { run: branches, positional: [], options: [] },
  search: { run: search, positional: ['text'], options: ['ref'] },
  stage: { run: stage, positional: ['path'], options: [] },
  commit: { run: commit, positional: ['message'], options: ['author-name', 'author-email'] },
  tag: { run: tag, positional: ['name'], options: ['ref'] },
};

/** The first words are values whatever they start with; after them only `--option=value` is known. */
function parse(argv) {
  const [key, repository, ...rest] = argv.at(-1) === '--json' ? argv.slice(0, -1) : argv;
  const verb = Object.hasOwn(verbs, key ?? '') ? verbs[key] : undefined;
  if (verb === undefined) throw new UserError(`the verbs are ${Object.keys(verbs).join(', ')}; got "${key ?? ''}"`);
  const usage = [key, 'repository', ...verb.positional, ...verb.options.map((name) => `[--${name}=…]`)].join(' ');
  if (repository === undefined || rest.length < verb.positional.length) throw new UserError(`usage: git-json ${usage}`);
  const values = Object.fromEntries(verb.positional.map((name, index) => [name, rest[index]]));
  for (const word of rest.slice(verb.positional.length)) {
    const [, name, value] = /^--([a-z-]+)=(.*)$/s.exec(word) ?? [];
    if (!verb.options.includes(name)) throw new UserError(`unknown word "${word}"; usage: git-json ${usage}`);
    values[name] = value;
  }
  return { verb, repository, values };
}

process.stdout.on('error', () => (process.exitCode = 1)); // The reader went away.
try {
  const { verb, repository, values } = parse(process.argv.slice(2));
  process.stdout.write(`${JSON.stringify(verb.run(openRepository(repository), values))}\n`);
} catch (error) {
  process.stderr.write(`git-json: ${error.message}\n`);
  process.exitCode = 1;
}
