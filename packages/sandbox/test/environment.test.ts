import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { buildEnvironment, type EnvironmentRequest } from '../src/index.js';
import { approvedCall } from './approved-call.js';
import { createWorkbench, pinAnywhere } from './workbench.js';

afterEach(() => void vi.unstubAllEnvs());

function parse(text: string): Record<string, string> {
  const pairs = text.split('\0').filter((pair) => pair !== '');
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

const request: EnvironmentRequest = {
  interpreterFolder: undefined,
  home: '/home',
  temporary: '/temporary',
  lang: 'C.UTF-8',
  timeZone: 'UTC',
  agentEnv: {},
  credentialEnv: {},
  mode: 'native-local',
  call: approvedCall({ callId: 'c1' }),
};

test('the child gets exactly the built environment, nothing of the hundred and more variables around it', async () => {
  for (let index = 0; index < 110; index += 1) vi.stubEnv(`AMBIENT_SECRET_${index}`, `value ${index}`);
  vi.stubEnv('FORCE_COLOR', '1');
  vi.stubEnv('NODE_OPTIONS', '--no-warnings');
  vi.stubEnv('NODE_V8_COVERAGE', '/tmp/coverage');
  const call = approvedCall();
  const { run, workRoot } = createWorkbench();
  const command = {
    agentEnv: { LEDGER_MODE: 'agent', LANG: 'de_DE.UTF-8' },
    credentialEnv: { LEDGER_TOKEN: 't=1\n2' },
  };
  const outcome = await run('/usr/bin/env', ['-0'], { call, command });
  const environment = parse(outcome.end === 'exited' ? outcome.stdout : '');
  expect(environment).toEqual({
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: expect.stringMatching(new RegExp(`^${workRoot}/ledger/[0-9a-f]{32}$`)) as string,
    TMPDIR: join(workRoot, '.tmp', call.callId),
    LANG: 'de_DE.UTF-8',
    TZ: 'UTC',
    LEDGER_MODE: 'agent',
    LEDGER_TOKEN: 't=1\n2',
    HCP_SANDBOX: 'native-local',
    HCP_PACK_ID: 'ledger',
    HCP_VERB_KEY: 'list',
    HCP_BINDING_MODE: 'public',
    HCP_CALL_ID: call.callId,
  });
});

test("a script finds its interpreter's folder first on PATH", async () => {
  const bin = await pinAnywhere('./show-environment.mjs');
  const outcome = await createWorkbench().run('./show-environment.mjs');
  const folder = dirname(bin.interpreters[0]?.file.path ?? '');
  expect(parse(outcome.end === 'exited' ? outcome.stdout : '')['PATH']).toBe(`${folder}:/usr/local/bin:/usr/bin:/bin`);
});

test('language and time zone are what the operator set', async () => {
  const outcome = await createWorkbench({ lang: 'C', timeZone: 'Asia/Tokyo' }).run('/usr/bin/env', ['-0']);
  expect(parse(outcome.end === 'exited' ? outcome.stdout : '')).toMatchObject({ LANG: 'C', TZ: 'Asia/Tokyo' });
});

test.each([['LD_PRELOAD'], ['HCP_CALL_ID'], ['A=B'], ['1A'], ['']])(
  'a variable named "%s" is refused in either layer',
  async (name) => {
    const { run } = createWorkbench();
    const refusal = { end: 'refused', error: `sandbox: variable ${JSON.stringify(name)} may not be set` };
    expect(await run('./stay.sh', [], { command: { agentEnv: { [name]: 'x' } } })).toEqual(refusal);
    expect(await run('./stay.sh', [], { command: { credentialEnv: { [name]: 'x' } } })).toEqual(refusal);
  },
);

test('whatever the layers hold, the variables of the runtime are its own and a credential wins over the pack', () => {
  const layer = fc.dictionary(
    fc.constantFrom('A', 'B', 'PATH', 'HCP_SANDBOX', 'HCP_CALL_ID', '__proto__'),
    fc.string(),
  );
  fc.assert(
    fc.property(layer, layer, (agentEnv, credentialEnv) => {
      const environment = buildEnvironment({ ...request, agentEnv, credentialEnv });
      expect(environment).toMatchObject({
        HCP_SANDBOX: 'native-local',
        HCP_CALL_ID: 'c1',
        HCP_VERB_KEY: 'list',
        HOME: '/home',
      });
      for (const name of ['A', 'B', 'PATH', '__proto__']) {
        const expected = Object.hasOwn(credentialEnv, name)
          ? credentialEnv[name]
          : Object.hasOwn(agentEnv, name)
            ? agentEnv[name]
            : undefined;
        if (expected !== undefined) expect(environment[name]).toBe(expected);
      }
    }),
  );
});
