import { describe, expect, it } from 'vitest';
import { codeArgumentIssues } from '../../src/index.js';
import type { Manifest } from '../../src/manifest.js';
import { parseManifest } from '../../src/parse-manifest.js';
import { wrapPack } from '../example-manifest.js';
import { errorsOf } from '../validation.js';

const cli = (bin: string, ...tokens: string[]): object =>
  wrapPack({ wrap: { bin }, verbs: { go: { cli: ['x', ...tokens] } } });
const template = (bin: string, ...tokens: string[]): object => wrapPack({ wrap: { bin, argv_template: tokens } });
const refusal = (path: string, bin: string): string =>
  `invalid_meta: ${path} puts an argument where ${JSON.stringify(bin)} reads code (§6.4); pass it as a later argument`;

describe('codeArguments', () => {
  it.each([
    ...[
      'sh',
      'bash',
      'dash',
      'zsh',
      'ksh',
      'ksh93',
      'ash',
      'fish',
      'csh',
      'tcsh',
      'busybox',
      '/bin/sh',
      './vendor/bash',
    ],
    ...[
      'env',
      'xargs',
      '/usr/bin/env',
      'node',
      'node22',
      'nodejs',
      'python',
      'python3',
      'python3.12',
      'python-dbg',
      'pypy3',
    ],
    ...[
      'toybox',
      'bash-static',
      'busybox-static',
      'coreutils',
      'timeout',
      'sudo',
      'nice',
      'perl',
      'perl5.36.0',
      'ruby',
      'ruby3.2',
      'bash-5.2',
      'node.exe',
      '../bin/sh/',
    ],
  ])('refuses an argument after -c, -e and --eval of %s', async (bin) => {
    for (const flag of ['-c', '-e', '--eval']) {
      expect(await errorsOf(cli(bin, flag, '{{code}}'))).toEqual([refusal('/verbs/go/cli/2', bin)]);
      expect(await errorsOf(template(bin, flag, 'print {{code}}'))).toEqual([refusal('/wrap/argv_template/1', bin)]);
    }
  });

  it.each([
    [['-lc', '{{x}}'], 2],
    [['-xec', 'echo {{x}}'], 2],
    [['-cx', '{{x}}'], 2],
    [['-lane', '{{x}}'], 2],
    [['-pe', '{{x}}'], 2],
    [['-E', '{{x}}'], 2],
    [['-o', 'pipefail', '-ec', '{{x}}'], 4],
    [['-c', '-x', '{{x}}'], 3],
    [['-c', '-{{x}}'], 2],
    [['script.sh', '-c', '{{x}}'], 3],
    [['--eval={{x}}'], 1],
    [['--eval=print({{x}})'], 1],
    [['-e{{x}}'], 1],
    [['-lc{{x}}'], 1],
    [['-eprint {{x}}'], 1],
    [['-c', '{{a}}', '-e', '{{b}}'], 2],
    [['-p', '{{x}}'], 2],
    [['--print={{x}}'], 1],
    [['-S', 'sh {{x}}'], 2],
    [['--rcfile', '{{x}}'], 2],
    [['--init-file', '{{x}}', '-i'], 2],
    [['--import={{x}}'], 1],
    [['sh', '-c', '{{x}}'], 3],
    [['sh', '-xec', '{{x}}'], 3],
    [['sh', '-c{{x}}'], 2],
    [['-i', 'A=b', 'sh', '-c', '{{x}}'], 5],
  ])('refuses the tokens %j of env', async (tokens, place) => {
    expect((await errorsOf(cli('env', ...tokens)))[0]).toBe(refusal(`/verbs/go/cli/${place.toString()}`, 'env'));
  });

  it.each([
    ['bash', ['script.sh', '{{x}}']],
    ['bash', ['-c', 'ls "$1"', 'ls', '{{x}}']],
    ['node', ['tool.mjs', '-p', '{{port}}']],
    ['node', ['tool.mjs', '--config', '{{x}}', '-name', '{{y}}', '-file', '{{z}}']],
    ['python3', ['-m', 'tool', '{{x}}']],
    ['node', ['-e']],
    ['tool', ['-c', '{{x}}']],
    ['./run.sh', ['-c', '{{x}}']],
    ['shred', ['-e', '{{x}}']],
  ] as const)('allows %s with the tokens %j', async (bin, tokens) => {
    expect(await errorsOf(cli(bin, ...tokens))).toEqual([]);
  });

  it('refuses the tail of the verb there too: it is a placeholder', async () => {
    expect(await errorsOf(template('sh', '-c', '{{verb}}'))).toEqual([refusal('/wrap/argv_template/1', 'sh')]);
  });
});

describe('codeArgumentIssues', () => {
  const parsed = async (bin: string, ...tokens: string[]): Promise<Manifest> => {
    const { manifest } = await parseManifest(JSON.stringify(cli(bin, ...tokens)));
    if (manifest === undefined) throw new Error(`${bin} is refused by its own name`);
    return manifest;
  };
  const messages = async (bin: string, realPath: string): Promise<readonly string[]> =>
    codeArgumentIssues(await parsed(bin, '-c', '{{m}}'), realPath).map(({ message }) => message);

  it.each(['/bin/bash', '/usr/bin/dash', '/usr/bin/python3.12', '/usr/bin/perl5.36.0', '/usr/bin/env'])(
    'refuses a harmless name that is really %s',
    async (realPath) => {
      expect(await messages('./mysh', realPath)).toEqual([
        `/verbs/go/cli/2 puts an argument where "${realPath}" reads code (§6.4); pass it as a later argument`,
      ]);
    },
  );

  it('allows any other program, and tokens that are no code', async () => {
    expect(await messages('./mysh', '/opt/tool')).toEqual([]);
    expect(codeArgumentIssues(await parsed('./mysh', 'run.sh', '{{m}}'), '/bin/bash')).toEqual([]);
  });

  it('takes a file with many programs for the one it is called as', async () => {
    expect(await messages('head', '/bin/busybox')).toEqual([]);
    expect(await messages('./busy', '/bin/busybox')).toEqual([]);
    expect(codeArgumentIssues(await parsed('./x', 'sh', '-c', '{{m}}'), '/bin/sh')).toHaveLength(1);
  });

  it('says nothing of a pack without a program', async () => {
    const { manifest } = await parseManifest('{"id":"a","kind":"composite","verbs":{"b":{"cli":["x","-c","{{m}}"]}}}');
    expect(manifest === undefined ? undefined : codeArgumentIssues(manifest, '/bin/sh')).toEqual([]);
  });
});
