import { describe, expect, test } from 'vitest';
import { maxTokenBytes, renderArgv, type ArgvRequest } from '../src/index.js';
import { cliRequest, templateRequest } from './sample-request.js';

type Args = Readonly<Record<string, unknown>>;

function argvOf(request: ArgvRequest): readonly string[] {
  const rendered = renderArgv(request);
  if (!rendered.ok) throw new Error(`refused: ${rendered.reason}`);
  expect(rendered.argv.at(-1)).toBe('--json');
  return rendered.argv.slice(0, -1);
}

function reasonOf(request: ArgvRequest): string {
  const rendered = renderArgv(request);
  if (rendered.ok) throw new Error(`rendered: ${JSON.stringify(rendered.argv)}`);
  return rendered.reason;
}

function json(text: string): Args {
  return JSON.parse(text) as Args;
}

describe('the template', () => {
  test('The first token of cli is the bin name and is dropped, and --json comes last.', () => {
    expect(renderArgv(cliRequest(['setup', 'status'], {}))).toEqual({
      ok: true,
      argv: ['setup', 'status', '--json'],
    });
  });

  test('--json is appended even where the template ends in it.', () => {
    expect(renderArgv(cliRequest(['list', '--json'], {}))).toEqual({ ok: true, argv: ['list', '--json', '--json'] });
  });

  test('The example of the manifest clause renders.', () => {
    const tokens = ['transfer', '{{amount}}', '--to', '{{payee}}', '--confirm'];
    expect(argvOf(cliRequest(tokens, { amount: 10, payee: 'bob' }))).toEqual([
      'transfer',
      '10',
      '--to',
      'bob',
      '--confirm',
    ]);
  });

  test('A verb without cli renders through argv_template, cli wins over it, and both do without arguments.', () => {
    expect(argvOf(templateRequest(['run', '{{x}}'], 'list', { x: 'a b' }))).toEqual(['run', 'a b']);
    expect(argvOf({ ...cliRequest(['list'], {}), wrap: { argv_template: ['other'] } })).toEqual(['list']);
    expect(argvOf(cliRequest([], {}))).toEqual([]);
    expect(argvOf(templateRequest([], 'list'))).toEqual([]);
  });

  test('Without argv_template the tail alone is the template.', () => {
    expect(argvOf({ ...templateRequest([], 'setup.status'), wrap: {} })).toEqual(['status']);
  });

  test.each([
    ['list', ['list']],
    ['setup.status', ['status']],
    ['a.b.c', ['b.c']],
    ['setup.all now', ['all', 'now']],
    ['setup all', ['setup', 'all']],
    ['x. a  b ', ['a', 'b']],
    ['x.tab\there', ['tab\there']],
    ['x.', []],
    ['.x', ['x']],
  ])('{{verb}} alone expands %j to one token per word split at U+0020.', (verbKey, expected) => {
    expect(argvOf(templateRequest(['{{verb}}'], verbKey))).toEqual(expected);
  });

  test('{{verb}} inside a longer token is the tail as it stands.', () => {
    expect(argvOf(templateRequest(['do:{{verb}}', '--run={{verb}}', '{{verb}}!'], 'x.all now'))).toEqual([
      'do:all now',
      '--run=all now',
      'all now!',
    ]);
    expect(argvOf(templateRequest(['do:{{verb}}', '--run={{verb}}'], 'x.'))).toEqual(['do:']);
  });

  test('verb is the tail in argv_template and an argument like any other in cli.', () => {
    expect(argvOf(templateRequest(['{{verb}}', '={{verb}}'], 'list', { verb: 'evil' }))).toEqual(['list', '=list']);
    expect(argvOf(cliRequest(['{{verb}}', '={{verb}}'], { verb: 'a b' }))).toEqual(['a b', '=a b']);
    expect(argvOf(cliRequest(['{{verb}}'], {}))).toEqual([]);
  });

  test('A tail that starts with a dash is text of the pack and stays.', () => {
    expect(argvOf(templateRequest(['{{verb}}'], 'x.--version'))).toEqual(['--version']);
  });

  test.each(['{{ name }}', '{{}}', '{name}', '{{name}', '{{na{me}}', '{{name }}'])(
    '%j holds no placeholder called name.',
    (token) => {
      const rendered = argvOf(cliRequest([`x${token}`], { name: 'value' }));
      expect(rendered.join()).not.toContain('value');
    },
  );

  test('A placeholder name is taken as it is written, spaces, dots and template characters included.', () => {
    const args = { ' a ': '1', 'b.c': '2', $1: '3', 'é/~': '4' };
    expect(argvOf(cliRequest(['{{ a }}', '{{b.c}}', '{{$1}}', '{{é/~}}'], args))).toEqual(['1', '2', '3', '4']);
  });
});

describe('what renders empty', () => {
  test.each([
    ['absent', {}],
    ['null', { x: null }],
    ['empty text', { x: '' }],
    ['an empty list', { x: [] }],
  ])('%s removes a token left without text and a --flag={{x}}, and no other token.', (_what, args: Args) => {
    const tokens = ['{{x}}', '--flag={{x}}', '--to', '{{x}}{{x}}', 'a{{x}}', '-o={{x}}', '--k=v={{x}}', '--d=p{{x}}'];
    expect(argvOf(cliRequest(tokens, args))).toEqual(['--to', 'a', '-o=', '--k=v=', '--d=p']);
  });

  test('A --flag token with two placeholders stays.', () => {
    expect(argvOf(cliRequest(['--range={{a}}{{b}}', '--{{a}}={{b}}'], {}))).toEqual(['--range=', '--=']);
  });

  test('A template token that is empty is removed.', () => {
    expect(argvOf(cliRequest(['', 'x'], {}))).toEqual(['x']);
  });

  test('Zero, false, a space and a list of one empty string are values, each with its own text.', () => {
    const tokens = ['{{a}}', '--b={{b}}', '{{c}}', '--d={{d}}', 'e{{e}}'];
    expect(argvOf(cliRequest(tokens, { a: 0, b: false, c: ' ', d: '0', e: [''] }))).toEqual([
      '0',
      '--b=false',
      ' ',
      '--d=0',
      'e',
    ]);
  });

  test('undefined, null, NaN and the placeholder itself never reach the argv.', () => {
    const text = argvOf(cliRequest(['a{{x}}', 'b{{y}}', '{{z}}'], { x: undefined, y: null })).join(' ');
    expect(text).toBe('a b');
  });
});

describe('the text of a value', () => {
  test.each<[string, string]>([
    ['"text"', 'text'],
    ['true', 'true'],
    ['false', 'false'],
    ['0', '0'],
    ['-0', '0'],
    ['0.1', '0.1'],
    ['-12.5', '-12.5'],
    ['1e3', '1000'],
    ['1E20', '100000000000000000000'],
    ['0.000001', '0.000001'],
    ['9007199254740991', '9007199254740991'],
    ['"1e21"', '1e21'],
    ['["a","b"]', 'a,b'],
    ['["a,b",1,true,-0]', 'a,b,1,true,0'],
    ['["",""]', ','],
  ])('%s renders as %j.', (value, expected) => {
    expect(argvOf(cliRequest(['{{x}}'], json(`{"x":${value}}`)))).toEqual([expected]);
  });

  test.each([
    ['1e21', '/x'],
    ['-1e21', '/x'],
    ['1e-7', '/x'],
    ['1.5e300', '/x'],
    ['[1,1e-7]', '/x/1'],
  ])('The number %s has no plain decimal form and is refused.', (value, path) => {
    expect(reasonOf(cliRequest(['{{x}}'], json(`{"x":${value}}`)))).toBe(
      `${path} has no plain decimal form; send it as a string`,
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%d is refused likewise.', (x) => {
    expect(reasonOf(cliRequest(['{{x}}'], { x }))).toBe('/x has no plain decimal form; send it as a string');
  });

  test.each([
    ['{}', '/x is an object'],
    ['{"toString":"a"}', '/x is an object'],
    ['[{}]', '/x/0 is an object'],
    ['["a",null]', '/x/1 is null'],
    ['["a",["b"]]', '/x/1 is a list inside a list'],
  ])('%s is refused, naming where it is.', (value, reason) => {
    expect(reasonOf(cliRequest(['{{x}}'], json(`{"x":${value}}`)))).toContain(`${reason}; only a string,`);
  });

  test('A value that is no JSON at all is refused and not converted.', () => {
    const values = [() => 'x', 10n, Symbol('x'), new Date(0), [undefined], [, 'a']]; // eslint-disable-line no-sparse-arrays
    for (const x of values) expect(reasonOf(cliRequest(['{{x}}'], { x }))).toMatch(/^\/x/);
  });

  test('An argument that the template does not name is not looked at.', () => {
    expect(argvOf(cliRequest(['a'], { x: { deep: '\0' } }))).toEqual(['a']);
  });
});

describe('the rule on dashes', () => {
  const dash = '/x must not start with "-"';

  test.each(['-rf', '--output=/tmp/x', '-', '--', '-1', '-–'])('The text %j alone in a token is refused.', (x) => {
    expect(reasonOf(cliRequest(['{{x}}'], { x }))).toBe(dash);
    expect(reasonOf(cliRequest(['{{x}}.txt'], { x }))).toBe(dash);
    expect(reasonOf(templateRequest(['{{verb}}', '{{x}}'], 'list', { x }))).toBe(dash);
  });

  test.each(['a{{x}}', ' {{x}}', '--flag={{x}}', '-o{{x}}', ':{{x}}'])(
    'Template text before the placeholder, as in %j, settles what the token is.',
    (token) => {
      expect(argvOf(cliRequest([token], { x: '-rf' }))).toEqual([token.replace('{{x}}', '-rf')]);
    },
  );

  test('The tail is template text when it has any.', () => {
    expect(argvOf(templateRequest(['{{verb}}{{x}}'], 'ls', { x: '-rf' }))).toEqual(['ls-rf']);
    expect(reasonOf(templateRequest(['{{verb}}{{x}}'], 'ls.', { x: '-rf' }))).toBe(dash);
  });

  test('A dash, quotation or look-alike elsewhere is no option.', () => {
    for (const x of ['a-b', ' -rf', '\u2212rf', '"-rf"', '\n-rf']) {
      expect(argvOf(cliRequest(['{{x}}'], { x }))).toEqual([x]);
    }
  });

  test('The pointer means the first placeholder that renders non-empty.', () => {
    expect(reasonOf(cliRequest(['{{a}}{{b}}{{c}}'], { a: '', b: '-r', c: 'f' }))).toBe('/b must not start with "-"');
    expect(reasonOf(cliRequest(['{{a}}-{{b}}'], { b: 'rf' }))).toBe('/b must not start with "-"');
    expect(reasonOf(cliRequest(['{{a}}-rf'], {}))).toBe('/a must not start with "-"');
  });

  test('A single placeholder holding a JSON number may be negative; a list, a text or a joined number may not.', () => {
    expect(argvOf(cliRequest(['{{x}}'], { x: -5 }))).toEqual(['-5']);
    expect(reasonOf(cliRequest(['{{x}}'], { x: '-5' }))).toBe(dash);
    expect(reasonOf(cliRequest(['{{x}}'], { x: [-5] }))).toBe(dash);
    expect(reasonOf(cliRequest(['{{x}}{{y}}'], { x: -5 }))).toBe(dash);
    expect(reasonOf(cliRequest(['{{x}}px'], { x: -5 }))).toBe(dash);
  });

  test('A literal -- earlier in the template exempts what follows and nothing before.', () => {
    expect(argvOf(cliRequest(['--', '{{x}}'], { x: '-rf' }))).toEqual(['--', '-rf']);
    expect(argvOf(cliRequest(['--', 'a', '{{x}}'], { x: '--' }))).toEqual(['--', 'a', '--']);
    expect(reasonOf(cliRequest(['{{x}}', '--'], { x: '-rf' }))).toBe(dash);
  });

  test('A -- that is the bin name, a rendered value, the tail or part of a token exempts nothing.', () => {
    expect(reasonOf({ ...cliRequest([], { x: '-rf' }), verb: { cli: ['--', '{{x}}'] } })).toBe(dash);
    expect(reasonOf(cliRequest(['{{y}}', '{{x}}'], { y: '--', x: '-rf' }, { allowDash: ['y'] }))).toBe(dash);
    expect(reasonOf(cliRequest(['-{{y}}', '{{x}}'], { y: '-', x: '-rf' }))).toBe(dash);
    expect(reasonOf(cliRequest(['--{{y}}', '{{x}}'], { x: '-rf' }))).toBe(dash);
    expect(reasonOf(templateRequest(['{{verb}}', '{{x}}'], 'a.--', { x: '-rf' }))).toBe(dash);
  });

  test('A name in allow_dash is exempt, meaning the first placeholder that renders non-empty.', () => {
    expect(argvOf(cliRequest(['{{x}}'], { x: '-rf' }, { allowDash: ['x'] }))).toEqual(['-rf']);
    expect(argvOf(cliRequest(['{{a}}{{x}}'], { x: '-rf' }, { allowDash: ['x'] }))).toEqual(['-rf']);
    expect(reasonOf(cliRequest(['{{x}}'], { x: '-rf' }, { allowDash: ['y', 'X'] }))).toBe(dash);
    expect(reasonOf(cliRequest(['{{x}}{{y}}'], { x: '-r', y: 'f' }, { allowDash: ['y'] }))).toBe(dash);
  });
});

describe('deny_prefix', () => {
  test('A start that the entry denies is refused, naming argument and prefix.', () => {
    const denied = { denyPrefix: ['@', 'file:'] };
    expect(reasonOf(cliRequest(['{{x}}'], { x: '@/etc/passwd' }, denied))).toBe('/x must not start with "@"');
    expect(reasonOf(cliRequest(['{{x}}{{y}}'], { y: 'file:///' }, denied))).toBe('/y must not start with "file:"');
    expect(reasonOf(cliRequest(['{{x}}{{y}}'], { x: 'fi', y: 'le:a' }, denied))).toBe('/x must not start with "file:"');
    expect(argvOf(cliRequest(['{{x}}', 'a{{x}}'], { x: 'a@b' }, denied))).toEqual(['a@b', 'aa@b']);
    expect(argvOf(cliRequest(['to:{{x}}'], { x: '@bob' }, denied))).toEqual(['to:@bob']);
  });

  test('Nothing exempts from it: no --, no allow_dash, no number.', () => {
    const denied = { denyPrefix: ['@', '-1'], allowDash: ['x'] };
    expect(reasonOf(cliRequest(['--', '{{x}}'], { x: '@a' }, denied))).toBe('/x must not start with "@"');
    expect(reasonOf(cliRequest(['{{x}}'], { x: '-1' }, denied))).toBe('/x must not start with "-1"');
    expect(reasonOf(cliRequest(['{{x}}'], { x: -1 }, denied))).toBe('/x must not start with "-1"');
  });
});

describe('what an argv cannot carry', () => {
  test.each([
    ['a\0b', 'NUL'],
    ['\0', 'NUL'],
    ['\ud83d', 'lone surrogate'],
    ['\ude00\ud83d', 'lone surrogate'],
  ])('%j is refused, naming the argument.', (x, what) => {
    for (const value of [x, ['a', x]]) {
      expect(reasonOf(cliRequest(['--note={{a/b~}}'], { 'a/b~': value }))).toMatch(new RegExp(`^/a~1b~0 .*${what}`));
    }
  });

  test('Two arguments do not make one character.', () => {
    expect(reasonOf(cliRequest(['{{x}}{{y}}'], { x: '\ud83d', y: '\ude00' }))).toMatch(/^\/x .*lone surrogate/);
  });

  test('A template that holds a NUL or a lone surrogate is refused, whole and beside a value.', () => {
    for (const token of ['a\0', '\ud83d', '\ud83d{{x}}', '\0{{x}}']) {
      expect(reasonOf(cliRequest([token], { x: 'a' }))).toMatch(/^\/ the template of this verb holds/);
    }
  });

  test('A token of 131,071 bytes of UTF-8 passes; one more is refused with argument and size.', () => {
    const most = 'é'.repeat(65_535);
    expect(argvOf(cliRequest(['x{{note}}'], { note: most }))).toEqual([`x${most}`]);
    expect(reasonOf(cliRequest(['xy{{a}}{{note}}'], { a: '', note: most }))).toBe(
      `/note makes an argument of 131072 bytes; at most ${maxTokenBytes} can be passed`,
    );
    expect(reasonOf(cliRequest(['{{a}}{{note}}'], { a: 'zz', note: most }))).toMatch(/^\/note .*131072 bytes/);
    expect(reasonOf(cliRequest(['x'.repeat(maxTokenBytes + 1)], {}))).toMatch(/^\/ makes .*131072 bytes/);
  });

  test('A refusal does not quote the value.', () => {
    for (const x of ['-hunter2', 'hunter2\0', `hunter2${'x'.repeat(200_000)}`, { hunter2: 1 }]) {
      expect(reasonOf(cliRequest(['{{x}}'], { x }))).not.toContain('hunter2');
    }
  });
});

describe('prototype names', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

  test.each(names)('%s renders empty unless it is an own argument.', (name) => {
    expect(argvOf(cliRequest([`{{${name}}}`, `--a={{${name}}}`, `b{{${name}}}`], {}))).toEqual(['b']);
    expect(argvOf(cliRequest([`{{${name}}}`], json(`{"${name}":"own"}`)))).toEqual(['own']);
  });

  test('A list that carries its own join or toString is rendered from its elements.', () => {
    const list = Object.assign(['a'], { join: () => '-rf', toString: () => '-rf' });
    expect(argvOf(cliRequest(['{{x}}'], { x: list }))).toEqual(['a']);
  });
});
