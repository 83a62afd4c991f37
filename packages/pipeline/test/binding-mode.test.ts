import { describe, expect, it } from 'vitest';
import { bindingModeInForce, isHealthVerb } from '../src/index.js';

describe('bindingModeInForce', () => {
  const pack = { binding: 'pack' } as const;
  const none = { binding: 'none' } as const;
  it.each([
    ['no binding at all', undefined, pack, false, 'public'],
    ['the declared mode', { mode: 'user', hub: 'keyring', family: 'f' }, pack, false, 'user'],
    ['a verb without a credential', { mode: 'user', hub: 'keyring', family: 'f' }, none, false, 'public'],
    ['mock asked for', { mode: 'user', hub: 'keyring', family: 'f' }, pack, true, 'mock'],
    ['mock declared, also for a verb without a credential', { mode: 'mock' }, none, false, 'mock'],
    ['a keyring without a mode', { hub: 'keyring' }, pack, false, 'user'],
    ['a local credential without a mode', { hub: 'local-credential' }, pack, false, 'local'],
    ['no hub to speak of', { hub: 'none' }, pack, false, 'public'],
  ] as const)('%s', (...row) => {
    const [, binding, entry, mock, mode] = row;
    expect(bindingModeInForce(binding, entry, mock)).toBe(mode);
  });
});

describe('isHealthVerb', () => {
  it.each(['status', 'setup.status', 'setup doctor', 'a.b.health'])('%s is one', (verb) => {
    expect(isHealthVerb(verb)).toBe(true);
  });
  it.each(['mystatus', 'status.set', 'Status', 'status ', 'healthy', 'doctor-who'])('%s is none', (verb) => {
    expect(isHealthVerb(verb)).toBe(false);
  });
});
