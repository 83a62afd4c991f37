import { describe, expect, it } from 'vitest';
import { wrapPack } from '../example-manifest.js';
import { errorsOf } from '../validation.js';

const modes = ['user', 'mothership', 'local', 'public', 'mock', undefined] as const;
const hubs = ['keyring', 'local-credential', 'public', 'none', undefined] as const;

/** Profile P7: the pairs that something is minted for, or that mint nothing. */
const allowed = new Set([
  ...['user keyring', 'user undefined', 'user none', 'local local-credential', 'local keyring', 'local undefined'],
  ...['local none', 'public public', 'public none', 'public undefined'],
  ...['undefined public', 'undefined none', 'undefined undefined'],
  ...hubs.flatMap((hub) => [`mothership ${String(hub)}`, `mock ${String(hub)}`]),
]);

describe('bindingPair', () => {
  it.each(modes.flatMap((mode) => hubs.map((hub) => [mode, hub] as const)))(
    'decides mode %s with hub %s as the table of profile P7',
    async (mode, hub) => {
      const errors = await errorsOf(wrapPack({ binding: { mode, hub, family: 'f' } }));
      expect(errors.length === 0).toBe(allowed.has(`${String(mode)} ${String(hub)}`));
      for (const error of errors) expect(error).toMatch(/^invalid_meta: \/binding\/(?:mode|hub) /);
    },
  );

  it.each([{ mode: 'user' }, { mode: 'local' }, { mode: 'local', hub: 'keyring' }, { mode: 'user', hub: 'keyring' }])(
    'asks for a family beside %j',
    async (binding) => {
      expect(await errorsOf(wrapPack({ binding }))).toEqual([
        expect.stringMatching(/^invalid_meta: \/binding\/family is required: hub "[a-z-]+" keeps the credential/),
      ]);
    },
  );

  it.each([
    { mode: 'mothership' },
    { mode: 'mock', hub: 'keyring' },
    { mode: 'public' },
    { mode: 'local', hub: 'none' },
  ])('asks for no family beside %j', async (binding) => {
    expect(await errorsOf(wrapPack({ binding }))).toEqual([]);
  });
});
