import { describe, expect, it } from 'vitest';
import { deriveMeta } from '../src/derive-meta.js';
import { parseManifest } from '../src/parse-manifest.js';
import { validateMeta } from '../src/validate-meta.js';
import { exampleManifest } from './example-manifest.js';

describe('deriveMeta', () => {
  it('has what the example of §3.8 has, in the order of §3.6, and nothing else', async () => {
    const { manifest } = await parseManifest(JSON.stringify(exampleManifest));
    expect(JSON.stringify(manifest && deriveMeta(manifest))).toBe(
      '{"hcp":1,"pack_id":"ledger","adapter_kind":"wrap","binding":{"mode":"local","hub":"local-credential","family":"ledger"},' +
        '"wrap":{"bin":"../../bins/ledger.mjs","argv_template":["{{verb}}"]},"plane":"runtime","transports":["cli","json_exec"]}',
    );
  });

  it('fills in the kind and no other default (profile P4)', async () => {
    const { manifest } = await parseManifest('{"id":"a","verbs":{"b":{}},"skill_url":"https://a.example/s"}');
    expect(manifest && deriveMeta(manifest)).toEqual({
      hcp: 1,
      pack_id: 'a',
      adapter_kind: 'composite',
      skill_url: 'https://a.example/s',
    });
  });
});

describe('validateMeta', () => {
  const meta = { hcp: 1, pack_id: 'a', adapter_kind: 'composite' };

  it('takes what deriveMeta makes', () => {
    expect(validateMeta(meta)).toEqual([]);
  });

  it.each([
    null,
    [],
    'a',
    {},
    { ...meta, more: 1 },
    { ...meta, hcp: '1' },
    { ...meta, pack_id: 'A' },
    { ...meta, openapi: {} },
  ])('refuses %j (§3.6: strictly)', (value) => {
    expect(validateMeta(value)).not.toEqual([]);
  });
});
