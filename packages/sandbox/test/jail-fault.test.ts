import { expect, test } from 'vitest';
import { explainJailFault, startFaultCode } from '../src/jail-fault.js';

const setting =
  (values: Readonly<Record<string, string>>) =>
  (name: string): string | undefined =>
    values[name];
const none = setting({});

test('AppArmor is named, and what gives bwrap its profile', () => {
  const apparmor = setting({ 'kernel/apparmor_restrict_unprivileged_userns': '1' });
  for (const printed of [
    'bwrap: setting up uid map: Permission denied',
    'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted',
  ]) {
    expect(explainJailFault(printed, apparmor)).toEqual({
      reason: expect.stringContaining('AppArmor') as string,
      fix: expect.stringMatching(/apparmor_parser.*native-local/) as string,
    });
  }
});

test('a switch of the kernel is named with the value that is in its way', () => {
  const printed = 'bwrap: No permissions to create new namespace, likely because the kernel does not allow it';
  const clone = explainJailFault(printed, setting({ 'kernel/unprivileged_userns_clone': '0' }));
  expect(clone.fix).toContain('sysctl -w kernel.unprivileged_userns_clone=1');
  const most = explainJailFault(
    'bwrap: Creating new namespace failed: No space left on device',
    setting({ 'user/max_user_namespaces': '0' }),
  );
  expect(most.fix).toContain('sysctl -w user.max_user_namespaces');
  expect(explainJailFault('bwrap: Creating new namespace failed: Operation not permitted', none).fix).toContain(
    'container',
  );
});

test('a container that hides parts of /proc is told from one that refuses namespaces', () => {
  const fault = explainJailFault("bwrap: Can't mount proc on /newroot/proc: Operation not permitted", none);
  expect(fault.reason).toContain('/proc');
  expect(fault.fix).toContain('systempaths=unconfined');
});

test('anything else is one printable line of bubblewrap’s own', () => {
  const { reason } = explainJailFault(
    `bwrap: Can't find source path /gone\u001b[2J: No such file${'x'.repeat(500)}\nsecond`,
    none,
  );
  expect(reason).toMatch(/^bubblewrap failed: bwrap: Can't find source path \/gone\?\[2J/);
  expect(reason.length).toBeLessThan(330);
  expect(explainJailFault('', none).reason).toBe('bubblewrap failed: it says nothing');
});

test('what the system says of the program itself is read from the end of the line', () => {
  expect(startFaultCode('bwrap: execvp /a: b: No such file or directory\n')).toBe('ENOENT');
  expect(startFaultCode('bwrap: execvp /a: Permission denied\n')).toBe('EACCES');
  expect(startFaultCode('bwrap: execvp /a: Exec format error')).toBe('ENOEXEC');
  expect(startFaultCode('bwrap: something else\n')).toBeUndefined();
});
