import { HcpError, type Caller, type Face, type Principal } from '@hcp/pipeline';
import { expect, test } from 'vitest';
import type { ConfigFile } from '../../src/config/config-file.js';
import { createHostAuthenticator } from '../../src/ports/host-authenticator.js';

const from = (face: Face, credential?: unknown): Caller => ({ face, sessionId: 'default', credential });
const bob: Principal = { id: 'bob', tenant: 'acme', projects: [], capabilities: [] };
const cli = { userName: 'ada', authenticateBearer: undefined };
const byBearer = (bearer: string | undefined): Promise<Principal | undefined> =>
  Promise.resolve(bearer === 'right' ? bob : undefined);

test('The command line is the configured principal, and the login name when none is configured', async () => {
  const config: { current: ConfigFile } = { current: {} };
  const { authenticate } = createHostAuthenticator({ ...cli, config: () => config.current });
  expect(await authenticate(from('cli'))).toMatchObject({ id: 'ada', tenant: 'local', capabilities: ['*.read'] });
  config.current = { principal: bob };
  expect(await authenticate(from('cli'))).toEqual(bob);
});

test.each(['http', 'composite', 'embedded'] as const)('The local user is nobody on the %s face', async (face) => {
  const { authenticate } = createHostAuthenticator({ ...cli, config: () => ({ principal: bob }) });
  expect(await authenticate(from(face))).toBeUndefined();
});

test('A bearer credential counts over HTTP and nowhere else', async () => {
  const { authenticate } = createHostAuthenticator({ ...cli, config: () => ({}), authenticateBearer: byBearer });
  const credential = { bearer: 'right' };
  expect(await authenticate(from('http', credential))).toEqual(bob);
  expect(await authenticate(from('cli', credential))).toMatchObject({ id: 'ada' });
  expect(await authenticate(from('composite', credential))).toBeUndefined();
});

test.each([
  undefined,
  null,
  'right',
  {},
  { bearer: 7 },
  { bearer: ['right'] },
  { bearer: 'wrong' },
  Object.create({ bearer: 'right' }),
])('Over HTTP the credential %j is nobody', async (credential: unknown) => {
  const { authenticate } = createHostAuthenticator({ ...cli, config: () => ({}), authenticateBearer: byBearer });
  expect(await authenticate(from('http', credential))).toBeUndefined();
});

test('A config that is broken authenticates nobody on the command line', async () => {
  const { authenticate } = createHostAuthenticator({
    ...cli,
    config: () => {
      throw new HcpError('state_corrupt', 'config.json: is not JSON');
    },
  });
  await expect(authenticate(from('cli'))).rejects.toThrow('config.json');
});
