import { describe, expect, it } from 'vitest';
import { exampleManifest, wrapPack } from './example-manifest.js';
import { errorsOf } from './validation.js';

const a = (count: number): string => 'a'.repeat(count);
const many = (count: number): string[] => Array.from({ length: count }, () => 'a');
const wrap = (members: object): object => wrapPack({ wrap: { bin: 'tool', ...members } });
const binding = (members: object): object => wrapPack({ binding: members });
const passThrough = (members: object): object =>
  wrapPack({ pass_through: { allowedSubcommands: ['a'], maxArgv: 1, ...members } });
const verb = (key: string, members: object = {}): object => wrapPack({ verbs: { [key]: members } });

/** What is allowed just within each limit of §3.1 to §3.5 and profile P4, and what is refused just beyond. */
const limits: readonly (readonly [string, readonly object[], readonly object[]])[] = [
  [
    '/id',
    [wrapPack({ id: 'a' }), wrapPack({ id: a(128) }), wrapPack({ id: '0._-' })],
    [
      wrapPack({ id: '' }),
      wrapPack({ id: a(129) }),
      wrapPack({ id: 'Ledger' }),
      wrapPack({ id: '.a' }),
      wrapPack({ id: 'é' }),
      wrapPack({ id: 1 }),
    ],
  ],
  ['/name', [wrapPack({ name: '' })], [wrapPack({ name: 1 }), wrapPack({ name: null })]],
  ['/cliBin', [wrapPack({ cliBin: 'tool' })], [wrapPack({ cliBin: ['tool'] })]],
  ['/kind', [wrapPack({ kind: 'composite' })], [wrapPack({ kind: 'Wrap' }), wrapPack({ kind: null })]],
  ['/adapter_kind', [wrapPack({ adapter_kind: 'wrap' })], [wrapPack({ adapter_kind: 'shell' })]],
  [
    '/plane',
    [wrapPack({ plane: 'runtime' }), wrapPack({ plane: 'control', binding: { mode: 'mothership' } })],
    [wrapPack({ plane: 'data' })],
  ],
  [
    '/transports',
    [wrapPack({ transports: [] }), wrapPack({ transports: ['cli', 'json_exec', 'mcp', 'cli'] })],
    [wrapPack({ transports: ['cli', 'json_exec', 'mcp', 'cli', 'cli'] }), wrapPack({ transports: 'cli' })],
  ],
  [
    '/transports/0',
    [wrapPack({ transports: ['mcp'] })],
    [wrapPack({ transports: ['http'] }), wrapPack({ transports: [1] })],
  ],
  [
    '/skill_url',
    [wrapPack({ skill_url: 'https://a.example/s?b#c' }), wrapPack({ skill_url: 'HTTP://a.example' })],
    [
      wrapPack({ skill_url: 'file:///etc' }),
      wrapPack({ skill_url: '/skill' }),
      wrapPack({ skill_url: 'https://' }),
      wrapPack({ skill_url: 'https://a b' }),
      wrapPack({ skill_url: 1 }),
    ],
  ],
  ['/harness', [wrapPack({ harness: '' })], [wrapPack({ harness: {} })]],
  ['/stimulusTriggers', [wrapPack({ stimulusTriggers: [] })], [wrapPack({ stimulusTriggers: {} })]],
  [
    '/stimulusTriggers/0/ref',
    [wrapPack({ stimulusTriggers: [{ ref: 'a', more: 1 }] })],
    [wrapPack({ stimulusTriggers: [{}] }), wrapPack({ stimulusTriggers: [{ ref: 1 }] })],
  ],
  ['/wrap', [wrap({})], [wrapPack({ kind: 'composite', wrap: 'tool' })]],
  [
    '/wrap/bin',
    [
      wrap({ bin: 'a' }),
      wrap({ bin: `./${a(126)}` }),
      wrap({ bin: '/usr/bin/tool' }),
      wrap({ bin: '../../bins/tool' }),
      wrap({ bin: '💶'.repeat(128) }),
    ],
    [
      wrap({ bin: '' }),
      wrap({ bin: a(129) }),
      wrap({ bin: 'bin/tool' }),
      wrap({ bin: 'a\0' }),
      wrap({ bin: '\ud800' }),
    ],
  ],
  ['/wrap/bin', [wrapPack({ kind: 'composite', wrap: { bin: 'tool' } })], [wrapPack({ kind: 'composite', wrap: {} })]],
  [
    '/wrap/argv_template',
    [wrap({ argv_template: [] }), wrap({ argv_template: many(64) })],
    [wrap({ argv_template: many(65) }), wrap({ argv_template: '{{verb}}' })],
  ],
  [
    '/wrap/argv_template/1',
    [wrap({ argv_template: ['a', ''] })],
    [wrap({ argv_template: ['a', 1] }), wrap({ argv_template: ['a', '\0'] })],
  ],
  ['/wrap/cwd', [], [wrap({ cwd: '.' })]],
  ['/wrap/agent_env', [wrap({ agent_env: {} })], [wrap({ agent_env: [] })]],
  ['/wrap/agent_env/A-B', [], [wrap({ agent_env: { 'A-B': '' } })]],
  ['/wrap/agent_env/1A', [wrap({ agent_env: { _A1: '{{x}}' } })], [wrap({ agent_env: { '1A': '' } })]],
  [
    '/wrap/agent_env/A',
    [wrap({ agent_env: { A: '' } })],
    [wrap({ agent_env: { A: 1 } }), wrap({ agent_env: { A: '\0' } }), wrap({ agent_env: { A: '\udfff' } })],
  ],
  [
    '/wrap/agent_env/PATH',
    [wrap({ agent_env: { PATH: '/opt/bin:/bin' } })],
    [wrap({ agent_env: { PATH: 'bin:/bin' } }), wrap({ agent_env: { PATH: '/bin:' } })],
  ],
  ['/wrap/agent_env/LD_PRELOAD', [], [wrap({ agent_env: { LD_PRELOAD: '/a.so' } })]],
  [
    '/openapi',
    [wrapPack({ openapi: { path: 'a' } }), wrapPack({ openapi: { url: 'https://a.example', path: 'a' } })],
    [wrapPack({ openapi: {} }), wrapPack({ openapi: null })],
  ],
  [
    '/openapi/url',
    [wrapPack({ openapi: { url: 'http://a.example/openapi.json' } })],
    [wrapPack({ openapi: { url: 'openapi.json' } }), wrapPack({ openapi: { url: '' } })],
  ],
  [
    '/openapi/path',
    [wrapPack({ openapi: { path: './a/../b' } })],
    [
      wrapPack({ openapi: { path: '' } }),
      wrapPack({ openapi: { path: '/a' } }),
      wrapPack({ openapi: { path: 'a/../../b' } }),
      wrapPack({ openapi: { path: 'a\0' } }),
    ],
  ],
  ['/openapi/file', [], [wrapPack({ openapi: { path: 'a', file: 'b' } })]],
  ['/binding', [binding({})], [wrapPack({ binding: [] })]],
  ['/binding/mode', [binding({ mode: 'mock' })], [binding({ mode: 'admin' })]],
  ['/binding/hub', [binding({ hub: 'none' })], [binding({ hub: 'vault' })]],
  [
    '/binding/family',
    [binding({ family: 'a' }), binding({ family: a(128) })],
    [binding({ family: '' }), binding({ family: a(129) })],
  ],
  [
    '/binding/connect_provider_id',
    [binding({ connect_provider_id: a(128) })],
    [binding({ connect_provider_id: '' }), binding({ connect_provider_id: a(129) })],
  ],
  ['/binding/token', [], [binding({ token: 'a' })]],
  [
    '/pass_through/allowedSubcommands',
    [passThrough({})],
    [
      passThrough({ allowedSubcommands: [] }),
      passThrough({ allowedSubcommands: undefined }),
      passThrough({ allowedSubcommands: 'a' }),
    ],
  ],
  [
    '/pass_through/allowedSubcommands/0',
    [passThrough({ allowedSubcommands: ['a', 'b'] })],
    [passThrough({ allowedSubcommands: [1] })],
  ],
  [
    '/pass_through/maxArgv',
    [passThrough({ maxArgv: 1 })],
    [
      passThrough({ maxArgv: 0 }),
      passThrough({ maxArgv: 1.5 }),
      passThrough({ maxArgv: '1' }),
      passThrough({ maxArgv: undefined }),
    ],
  ],
  ['/pass_through/bin', [], [passThrough({ bin: 'a' })]],
  [
    '/pass_through',
    [passThrough({})],
    [{ id: 'a', verbs: { b: {} }, pass_through: { allowedSubcommands: ['a'], maxArgv: 1 } }],
  ],
  [
    '/verbs',
    [
      wrapPack({ verbs: {}, pass_through: { allowedSubcommands: ['a'], maxArgv: 1 } }),
      { id: 'a', kind: 'sense_only', verbs: {}, stimulusTriggers: [{ ref: 'a' }] },
    ],
    [
      wrapPack({ verbs: [] }),
      { id: 'a', verbs: {} },
      { id: 'a' },
      { id: 'a', kind: 'openapi', openapi: { path: 'a' }, verbs: {} },
    ],
  ],
  [`/verbs/${a(129)}`, [verb(a(128))], [verb(a(129))]],
  ['/verbs/', [verb('a b.c~'), verb('!')], [verb('')]],
  ['/verbs/ a', [], [verb(' a')]],
  ['/verbs/a ', [], [verb('a ')]],
  ['/verbs/a  b', [], [verb('a  b')]],
  ['/verbs/a\tb', [], [verb('a\tb')]],
  ['/verbs/é', [], [verb('é')]],
  ['/verbs/a', [verb('a')], [wrapPack({ verbs: { a: [] } }), wrapPack({ verbs: { a: null } })]],
  ['/verbs/a/description', [verb('a', { description: '' })], [verb('a', { description: 1 })]],
  ['/verbs/a/cli', [verb('a', { cli: ['tool'] })], [verb('a', { cli: [] }), verb('a', { cli: 'tool' })]],
  ['/verbs/a/cli/0', [verb('a', { cli: [''] })], [verb('a', { cli: [1] }), verb('a', { cli: ['\0'] })]],
  [
    '/verbs/a/args',
    [verb('a', { args: {} }), verb('a', { args: false })],
    [verb('a', { args: [] }), verb('a', { args: null })],
  ],
  ['/verbs/a/policy', [verb('a', { policy: 'read' })], [verb('a', { policy: 'admin' })]],
  ['/meta', [], [wrapPack({ meta: 1 })]],
];

describe('each limit of §3.1 to §3.5', () => {
  it.each(limits.flatMap(([path, allowed]) => allowed.map((manifest) => [path, manifest] as const)))(
    'of %s allows %j',
    async (_, manifest) => {
      expect(await errorsOf(manifest)).toEqual([]);
    },
  );

  it.each(limits.flatMap(([path, , refused]) => refused.map((manifest) => [path, manifest] as const)))(
    'of %s refuses %j and names the place',
    async (path, manifest) => {
      expect(await errorsOf(manifest)).toContainEqual(expect.stringMatching(startsWith(`invalid_meta: ${path} `)));
    },
  );

  it('holds for the example of §3.8 with any member it does not know in a closed object', async () => {
    for (const name of ['binding', 'wrap'] as const) {
      const manifest = { ...exampleManifest, [name]: { ...exampleManifest[name], 'x-more': 1 } };
      expect(await errorsOf(manifest)).toEqual([
        `invalid_meta: /${name}/x-more is not a known member; remove it or correct its name`,
      ]);
    }
  });
});

function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`, 's');
}
