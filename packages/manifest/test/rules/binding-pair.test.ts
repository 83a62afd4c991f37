import { describe, expect, it } from 'vitest';
import { wrapPack } from '../example-manifest.js';
import { errorsOf } from '../validation.js';

describe('bindingPair', () => {
  it.each([
    {},
    { mode: 'public', hub: 'none' },
    { mode: 'local', family: 'f' },
    { mode: 'user', hub: 'keyring', family: 'f' },
    { mode: 'mothership' },
    { mode: 'mock', hub: 'none' },
  ])('allows %j (profile P7)', async (binding) => {
    expect(await errorsOf(wrapPack({ binding }))).toEqual([]);
  });

  it.each([
    { mode: 'user', hub: 'local-credential', family: 'f' },
    { mode: 'public', hub: 'keyring', family: 'f' },
    { mode: 'local', hub: 'public', family: 'f' },
    { hub: 'keyring', family: 'f' },
    { hub: 'local-credential', family: 'f' },
    { mode: 'user' },
    { mode: 'local' },
    { mode: 'local', hub: 'keyring' },
  ])('refuses %j', async (binding) => {
    expect(await errorsOf(wrapPack({ binding }))).toEqual([expect.stringMatching(/^invalid_meta: \/binding /)]);
  });
});
