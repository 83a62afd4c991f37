import { describe, expect, it } from 'vitest';
import { exampleManifest } from '../example-manifest.js';
import { errorsOf } from '../validation.js';

const { binding, wrap, plane, transports } = exampleManifest;
const meta = { hcp: 1, pack_id: 'ledger', adapter_kind: 'wrap', transports, plane, wrap, binding };

describe('carriedMeta', () => {
  it('takes metadata equal to the derived, in any order of members', async () => {
    expect(await errorsOf({ ...exampleManifest, meta })).toEqual([]);
  });

  it.each([
    [{ ...meta, pack_id: 'other' }, '/meta/pack_id must equal what the manifest says: "ledger"'],
    [{ ...meta, adapter_kind: 'openapi' }, '/meta/adapter_kind must equal what the manifest says: "wrap"'],
    [
      { ...meta, transports: ['json_exec', 'cli'] },
      '/meta/transports must equal what the manifest says: ["cli","json_exec"]',
    ],
    [{ ...meta, skill_url: 'https://a.example' }, '/meta/skill_url must be absent: the manifest does not have it'],
    [{ ...meta, plane: undefined }, '/meta/plane is required: the manifest has "runtime"'],
    [{ ...meta, hcp: 2 }, '/meta/hcp must be 1, not 2'],
    [{ ...meta, kind: 'wrap' }, '/meta/kind is not a known member; remove it or correct its name'],
    [
      { ...meta, wrap: { ...wrap, shell2: 1 } },
      '/meta/wrap/shell2 is not a known member; remove it or correct its name',
    ],
    [[], '/meta must be an object, not an array'],
  ])('refuses %j', async (carried, expected) => {
    expect(await errorsOf({ ...exampleManifest, meta: carried })).toEqual([`invalid_meta: ${expected}`]);
  });

  it('does not fill in a default plane, so a carried one is too much (profile P4)', async () => {
    const manifest = {
      id: 'a',
      verbs: { b: {} },
      meta: { hcp: 1, pack_id: 'a', adapter_kind: 'composite', plane: 'runtime' },
    };
    expect(await errorsOf(manifest)).toEqual([
      'invalid_meta: /meta/plane must be absent: the manifest does not have it',
    ]);
  });
});
