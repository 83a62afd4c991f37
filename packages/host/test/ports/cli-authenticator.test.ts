import { HcpError, type Caller, type Face } from '@hcp/pipeline';
import { expect, test } from 'vitest';
import type { ConfigFile } from '../../src/config/config-file.js';
import { createCliAuthenticator } from '../../src/ports/cli-authenticator.js';

const from = (face: Face): Caller => ({ face, sessionId: 'default', credential: undefined });
const bob = { id: 'bob', tenant: 'acme', projects: [], capabilities: [] };

test('The command line is the configured principal, and the login name when none is configured', async () => {
  const config: { current: ConfigFile } = { current: {} };
  const { authenticate } = createCliAuthenticator(() => config.current, 'ada');
  expect(await authenticate(from('cli'))).toMatchObject({ id: 'ada', tenant: 'local', capabilities: ['*.read'] });
  config.current = { principal: bob };
  expect(await authenticate(from('cli'))).toEqual(bob);
});

test.each(['http', 'composite', 'embedded'] as const)('Nobody is authenticated on the %s face', async (face) => {
  const { authenticate } = createCliAuthenticator(() => ({ principal: bob }), 'ada');
  expect(await authenticate(from(face))).toBeUndefined();
});

test('A config that is broken authenticates nobody', async () => {
  const { authenticate } = createCliAuthenticator(() => {
    throw new HcpError('state_corrupt', 'config.json: is not JSON');
  }, 'ada');
  await expect(authenticate(from('cli'))).rejects.toThrow('config.json');
});
