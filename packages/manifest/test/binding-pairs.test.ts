import { describe, expect, test } from 'vitest';
import { bindingPairs, checkBinding, findBindingPair } from '../src/binding-pairs.js';
import type { BindingHub, BindingMode, HarnessBinding } from '../src/manifest.js';

const modes: readonly (BindingMode | undefined)[] = [undefined, 'user', 'mothership', 'local', 'public', 'mock'];
const hubs: readonly (BindingHub | undefined)[] = [undefined, 'keyring', 'local-credential', 'public', 'none'];

const bindingOf = (mode: BindingMode | undefined, hub: BindingHub | undefined, family?: string): HarnessBinding => ({
  ...(mode === undefined ? {} : { mode }),
  ...(hub === undefined ? {} : { hub }),
  ...(family === undefined ? {} : { family }),
});

/** Profile P7 written out by hand, one row a mode, one column a hub in the order of `hubs`. */
const expected: readonly (readonly (string | null)[])[] = [
  ['nothing', null, null, 'nothing', 'nothing'],
  ['keyring', 'keyring', null, null, null],
  ['mothership', 'mothership', 'mothership', 'mothership', 'mothership'],
  ['local-credential', 'keyring', 'local-credential', null, null],
  ['nothing', null, null, 'nothing', 'nothing'],
  ['nothing', 'nothing', 'nothing', 'nothing', 'nothing'],
];

describe('bindingPairs', () => {
  test.each(
    modes.flatMap((mode, row) => hubs.map((hub, column) => ({ mode, hub, source: expected[row]?.[column] ?? null }))),
  )('mode $mode with hub $hub takes its credential from $source', ({ mode, hub, source }) => {
    const binding = bindingOf(mode, hub, 'ledger');
    expect(findBindingPair(binding)?.source ?? null).toBe(source);
    expect(checkBinding(binding) === undefined).toBe(source !== null);
  });

  test('no pair stands in the table twice', () => {
    const keys = bindingPairs.map((pair) => `${String(pair.mode)}/${String(pair.hub)}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('checkBinding', () => {
  test('a pair that is not allowed names mode, hub and what to use instead', () => {
    expect(checkBinding(bindingOf('user', 'local-credential', 'ledger'))).toBe(
      'mode "user" does not go with hub "local-credential"; use no hub, keyring',
    );
    expect(checkBinding(bindingOf('public', 'keyring', 'ledger'))).toBe(
      'mode "public" does not go with hub "keyring"; use no hub, public, none',
    );
  });

  test('a credential hub without a mode names the modes it goes with', () => {
    expect(checkBinding(bindingOf(undefined, 'local-credential', 'ledger'))).toBe(
      'hub "local-credential" requires mode; set binding.mode to one of local, mothership, mock',
    );
  });

  test.each([
    { mode: 'local', hub: undefined, named: 'local-credential' },
    { mode: 'local', hub: 'local-credential', named: 'local-credential' },
    { mode: 'local', hub: 'keyring', named: 'keyring' },
    { mode: 'user', hub: undefined, named: 'keyring' },
    { mode: 'mothership', hub: 'keyring', named: 'keyring' },
    { mode: 'mock', hub: 'local-credential', named: 'local-credential' },
  ] as const)('mode $mode with hub $hub requires a family', ({ mode, hub, named }) => {
    const text = `hub "${named}" requires family; name the credential in binding.family`;
    expect(checkBinding(bindingOf(mode, hub))).toBe(text);
    expect(checkBinding(bindingOf(mode, hub, ''))).toBe(text);
    expect(checkBinding(bindingOf(mode, hub, 'ledger'))).toBeUndefined();
  });

  test.each([
    { mode: undefined, hub: undefined },
    { mode: 'public', hub: 'none' },
    { mode: 'mothership', hub: undefined },
    { mode: 'mock', hub: undefined },
  ] as const)('mode $mode with hub $hub needs no family', ({ mode, hub }) => {
    expect(checkBinding(bindingOf(mode, hub))).toBeUndefined();
  });

  test('a mode outside the specification is a miss, also one named like a member every object has', () => {
    for (const mode of ['constructor', '__proto__', 'Local', 'local ']) {
      expect(checkBinding({ mode: mode as BindingMode, family: 'ledger' })).toBe(
        `mode "${mode}" is not known; use one of public, local, user, mothership, mock`,
      );
    }
  });
});
