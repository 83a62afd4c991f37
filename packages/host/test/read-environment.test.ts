import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment } from '../src/index.js';

const entryHome = join(userInfo().homedir, '.hcp');

test.each([
  ['HCP_HOME', { HCP_HOME: '/srv/hcp', HOME: '/home/ada' }, '/srv/hcp'],
  ['HOME where HCP_HOME is not set', { HOME: '/home/ada' }, '/home/ada/.hcp'],
  ['HOME where HCP_HOME is empty', { HCP_HOME: '', HOME: '/home/ada' }, '/home/ada/.hcp'],
  ["the user's entry where HOME is not set", {}, entryHome],
  ["the user's entry where HOME is empty", { HOME: '' }, entryHome],
  ["the user's entry where HOME is relative", { HOME: 'ada' }, entryHome],
])('The home comes from %s', (_, variables, home) => {
  expect(readEnvironment(variables).home).toBe(home);
});

test('A relative HCP_HOME is refused by its value', () => {
  expect(() => readEnvironment({ HCP_HOME: 'hcp' })).toThrow('HCP_HOME must be an absolute path, not "hcp"');
});

test("The search path and the user's name stand beside it", () => {
  expect(readEnvironment({ PATH: '/usr/bin' })).toMatchObject({
    searchPath: '/usr/bin',
    userName: userInfo().username,
  });
  expect(readEnvironment({}).searchPath).toBe('');
});

test('The keyring is found by the variables of the session, and by no other', () => {
  const session = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1/bus', XDG_RUNTIME_DIR: '/run/user/1' };
  expect(readEnvironment({ ...session, GH_TOKEN: 'secret' }).keyringEnvironment).toEqual(session);
  expect(readEnvironment({ XDG_RUNTIME_DIR: '' }).keyringEnvironment).toEqual({});
});
