import { describe, expect, it } from 'vitest';
import { wrapPack } from '../example-manifest.js';
import { errorsOf, warningsOf } from '../validation.js';

const cli = (tokens: string[], args?: unknown): object =>
  wrapPack({ verbs: { go: { cli: ['tool', ...tokens], args } } });
const template = (tokens: string[], args?: unknown): object =>
  wrapPack({ wrap: { bin: 'tool', argv_template: tokens }, verbs: { go: { args } } });
const properties = { properties: { name: { type: 'string' } } };

describe('placeholderNames', () => {
  it('refuses a name that is no property, in cli and in an argv_template the verb uses', async () => {
    const reason = 'names "nmae", which is no property of the args of verb "go"';
    expect(await errorsOf(cli(['{{name}}', '--x={{nmae}}'], properties))).toEqual([
      `invalid_meta: /verbs/go/cli/2 ${reason}`,
    ]);
    expect(await errorsOf(template(['{{verb}}', '{{nmae}}'], properties))).toEqual([
      `invalid_meta: /wrap/argv_template/1 ${reason}`,
    ]);
  });

  it.each([
    ['without a schema', undefined],
    ['with a schema that has no properties', { type: 'object' }],
    ['with the schema true', true],
  ])('allows any name %s', async (_, args) => {
    expect(await errorsOf(cli(['{{anything}}'], args))).toEqual([]);
  });

  it('takes verb for the tail in argv_template only', async () => {
    expect(await errorsOf(template(['{{verb}}'], { properties: {} }))).toEqual([]);
    expect(await errorsOf(cli(['{{verb}}'], { properties: {} }))).toHaveLength(1);
  });

  it('does not look at the argv_template for a verb that has cli, nor at the first token of cli', async () => {
    const verbs = { go: { cli: ['{{other}}', '{{name}}'], args: properties } };
    expect(await errorsOf(wrapPack({ wrap: { bin: 'tool', argv_template: ['{{nmae}}'] }, verbs }))).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', ' name', 'name '])('takes %j for an ordinary name', async (name) => {
    expect(await errorsOf(cli([`{{${name}}}`], properties))).toHaveLength(1);
    const declared = `{"properties":{${JSON.stringify(name)}:true}}`;
    expect(await errorsOf(cli([`{{${name}}}`], JSON.parse(declared)))).toEqual([]);
  });
});

describe('warnings about tokens', () => {
  it.each([
    [cli(['list', '--json']), 'json_flag: /verbs/go/cli/2 is appended always; leave it out'],
    [template(['{{verb}}', '--json']), 'json_flag: /wrap/argv_template/1 is appended always; leave it out'],
    [cli(['--', '{{x}}']), 'json_flag: /verbs/go/cli/1 ends the options, and --json is appended after it'],
    [cli(['--to', '{{x}}']), 'flag_value: /verbs/go/cli/2 may render empty and leave "--to" alone; write "--to={{x}}"'],
    [cli(['-t', '{{x}}{{y}}']), 'flag_value: /verbs/go/cli/2 may render empty and leave "-t" alone'],
    [template(['-t', '{{x}}']), 'flag_value: /wrap/argv_template/1 may render empty and leave "-t" alone'],
    [cli(['{{}}']), 'placeholder: /verbs/go/cli/1 holds "{{" or "}}" that is no placeholder and stays as it is'],
    [cli(['{{a}']), 'placeholder: /verbs/go/cli/1 holds "{{" or "}}" that is no placeholder and stays as it is'],
    [
      wrapPack({ cliBin: 'ledger', verbs: { go: { cli: ['tool'] } } }),
      'cli_bin: /verbs/go/cli/0 is "tool", and cliBin is "ledger"',
    ],
    [wrapPack({ harness: 'text' }), 'deprecated: /harness is deprecated; write HARNESS.md instead'],
    [
      wrapPack({ pass_through: { allowedSubcommands: ['a'], maxArgv: 1 } }),
      'bootstrap: /pass_through is shown and never executed; promote what it is used for to verbs',
    ],
  ])('for %j', async (manifest, expected) => {
    expect(await warningsOf(manifest)).toEqual([expected]);
    expect(await errorsOf(manifest)).toEqual([]);
  });

  const required = (schema: unknown): object => cli(['--to', '{{x}}'], { required: ['x'], properties: { x: schema } });

  it.each([
    { type: 'integer' },
    { type: ['number', 'boolean'] },
    { type: 'string', minLength: 1 },
    { enum: ['a', 1] },
    { const: 'a' },
  ])('say nothing of a flag before a required value of schema %j, which is never empty', async (schema) => {
    expect(await warningsOf(required(schema))).toEqual([]);
  });

  it.each([
    { type: 'string' },
    { type: ['integer', 'null'] },
    { type: 'string', minLength: 0 },
    { type: 'array', minItems: 1 },
    { enum: ['a', ''] },
    { const: null },
    {},
    true,
  ])('speak of a flag before a required value of schema %j, which may be empty', async (schema) => {
    expect(await warningsOf(required(schema))).toHaveLength(1);
  });

  it.each([[['--to={{x}}']], [['--to', 'a{{x}}']], [['to', '{{x}}']], [['--to', 'x']]])(
    'say nothing of the tokens %j',
    async (tokens) => {
      expect(await warningsOf(cli(tokens))).toEqual([]);
    },
  );
});
