import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveMeta } from '../src/derive-meta.js';
import { formatIssue } from '../src/issue.js';
import { parseManifest } from '../src/parse-manifest.js';
import { exampleManifest, wrapPack } from './example-manifest.js';
import { errorsOf, warningsOf } from './validation.js';

/** §3.7, row by row, with the texts of profile P4. */
const rows: readonly (readonly [string, unknown, string])[] = [
  ['id is missing', wrapPack({ id: undefined }), 'invalid_meta: id is required'],
  [
    'id differs from surface_id',
    wrapPack({ id: 'other' }),
    'missing_verb: id "other" does not match policy surface_id "tool"',
  ],
  ['kind wrap has no wrap', wrapPack({ wrap: undefined }), 'binding: wrap adapter requires wrap.bin'],
  ['kind wrap has no wrap.bin', wrapPack({ wrap: {} }), 'binding: wrap adapter requires wrap.bin'],
  [
    'kind wrap has a wrap.bin of another type',
    wrapPack({ wrap: { bin: 1 } }),
    'binding: wrap adapter requires wrap.bin',
  ],
  ['kind wrap has empty verbs', wrapPack({ verbs: {} }), 'wrap: wrap requires named commands or pass_through'],
  ['kind wrap has no verbs', wrapPack({ verbs: undefined }), 'wrap: wrap requires named commands or pass_through'],
  [
    'plane control has binding.mode user',
    wrapPack({ plane: 'control', binding: { mode: 'user', family: 'f' } }),
    'binding: control plane packs default Binding mothership',
  ],
  [
    'plane control has no binding',
    wrapPack({ plane: 'control' }),
    'binding: control plane packs default Binding mothership',
  ],
  ['kind openapi has no openapi', wrapPack({ kind: 'openapi' }), 'invalid_meta: openapi adapter requires openapi ref'],
  [
    'kind sense_only has no stimulusTriggers',
    { id: 'tool', kind: 'sense_only', verbs: {} },
    'invalid_meta: sense_only adapter requires at least one stimulus trigger_ref',
  ],
  [
    'kind sense_only has empty stimulusTriggers',
    { id: 'tool', kind: 'sense_only', verbs: {}, stimulusTriggers: [] },
    'invalid_meta: sense_only adapter requires at least one stimulus trigger_ref',
  ],
  ['the metadata has an unknown member', wrapPack({ binding: { x: 1 } }), 'invalid_meta: /binding/x is not a known'],
];

describe('parseManifest', () => {
  it.each(rows)('rejects a manifest whose %s (§3.7)', async (_, manifest, expected) => {
    const errors = await errorsOf(manifest, { surfaceId: 'tool' });
    expect(errors.filter((error) => error.startsWith(expected))).toHaveLength(1);
  });

  it('takes the example of §3.8 with one warning, for the flag before a value that may be empty', async () => {
    const parsed = await parseManifest(JSON.stringify(exampleManifest), { surfaceId: 'ledger' });
    expect(parsed.valid).toBe(true);
    expect(parsed.issues.map(formatIssue)).toEqual([
      'flag_value: /verbs/transfer/cli/4 may render empty and leave "--to" alone; write "--to={{payee}}"',
    ]);
    const { verbs, ...rest } = exampleManifest;
    expect(parsed.manifest).toEqual({ ...rest, verbs: Object.assign(Object.create(null) as object, verbs) });
  });

  it('fills in the kind and nothing else, and leaves out what it does not know (§3.1)', async () => {
    const { manifest, issues } = await parseManifest('{"id":"a","verbs":{"go":{"deal":1,"x-y":2}},"zone":1,"x-z":1}');
    expect(JSON.parse(JSON.stringify(manifest))).toEqual({ id: 'a', kind: 'composite', verbs: { go: { 'x-y': 2 } } });
    expect(issues.map(formatIssue)).toEqual(['unknown_field: /zone', 'unknown_field: /verbs/go/deal']);
  });

  it('reads adapter_kind as kind (§3.1), and refuses two that differ', async () => {
    const { kind, ...rest } = wrapPack();
    expect((await parseManifest(JSON.stringify({ ...rest, adapter_kind: kind }))).manifest?.kind).toBe('wrap');
    expect(await errorsOf(wrapPack({ adapter_kind: 'wrap' }))).toEqual([]);
    expect(await errorsOf(wrapPack({ adapter_kind: 'openapi' }))).toEqual([
      'invalid_meta: /adapter_kind "openapi" differs from kind "wrap"; write one of the two',
    ]);
  });

  it('reports every mistake, not only the first', async () => {
    const manifest = wrapPack({ id: 'A', wrap: { x: 1 }, verbs: { ' a': {}, b: { cli: [] } }, transports: ['fax'] });
    expect(await errorsOf(manifest)).toEqual([
      'invalid_meta: /id must be lower-case letters, digits, ".", "_" or "-", a letter or digit first, not "A"',
      'invalid_meta: /transports/0 must be one of "cli", "json_exec", "mcp", not "fax"',
      'invalid_meta: /wrap/x is not a known member; remove it or correct its name',
      'invalid_meta: /verbs/ a is a name that must be printable ASCII without a leading, trailing or double space, not " a"',
      'invalid_meta: /verbs/b/cli must have at least 1 item, not 0',
      'binding: wrap adapter requires wrap.bin',
    ]);
  });

  it('does not ask for what belongs to a kind when the kind itself is unknown', async () => {
    expect(
      await errorsOf({ id: 'a', kind: 'wra', verbs: {}, pass_through: { allowedSubcommands: ['a'], maxArgv: 1 } }),
    ).toEqual(['invalid_meta: /kind must be one of "wrap", "composite", "openapi", "sense_only", not "wra"']);
  });

  it.each([
    ['', 'invalid_meta: / not JSON: it ends too early (line 1, column 1)'],
    ['[]', 'invalid_meta: / must be an object, not an array'],
    ['null', 'invalid_meta: / must be an object, not null'],
    ['{"id":"a","\\u0069d":"b"}', 'invalid_meta: / duplicate key "id" in / (line 1, column 20)'],
    ['{"id":"a",}', 'invalid_meta: / not JSON: unexpected character (line 1, column 11)'],
  ])('refuses the text %j', async (text, expected) => {
    expect(await errorsOf(text)).toEqual([expected]);
  });

  it('accepts a BOM and refuses bytes that are not UTF-8 or a file that is too large (profile P4)', async () => {
    const text = JSON.stringify(wrapPack());
    expect((await parseManifest(`\uFEFF${text}`)).valid).toBe(true);
    expect((await parseManifest(new TextEncoder().encode(`\uFEFF${text}`))).valid).toBe(true);
    expect((await parseManifest(Uint8Array.of(0x7b, 0xff, 0x7d))).issues.map(formatIssue)).toEqual([
      'invalid_meta: / not valid UTF-8',
    ]);
    expect((await parseManifest(new Uint8Array(5 * 1024 * 1024))).valid).toBe(false);
  });

  it('keeps the list of issues short for a file of a hundred thousand mistakes', async () => {
    const verbs = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`v${index.toString()}`, 1]));
    const { issues } = await parseManifest(JSON.stringify(wrapPack({ verbs })));
    expect(issues).toHaveLength(1000);
    expect(issues[0]?.message).toBe('/ has more findings than are listed; correct these first');
  });

  it('keeps a file of only warnings valid, however many they are', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`f${index.toString()}`, 1]));
    const { valid, issues } = await parseManifest(JSON.stringify(wrapPack(unknown)));
    expect(valid).toBe(true);
    expect(issues).toHaveLength(1000);
    expect(issues[0]?.code).toBe('unlisted');
  });

  it('takes __proto__, constructor and toString as ordinary verb keys', async () => {
    const text = '{"id":"a","kind":"wrap","wrap":{"bin":"t"},"verbs":{"__proto__":{"cli":["t"]},"toString":{}}}';
    const { manifest } = await parseManifest(text);
    expect(Object.keys(manifest?.verbs ?? {})).toEqual(['__proto__', 'toString']);
    expect(Object.getPrototypeOf(manifest?.verbs)).toBeNull();
    expect(manifest?.verbs['constructor']).toBeUndefined();
    expect(manifest?.verbs['__proto__']).toEqual({ cli: ['t'] });
    expect(await errorsOf('{"id":"a","__proto__":{"kind":"wrap"},"verbs":{"a":{"__proto__":{"cli":1}}}}')).toEqual([]);
  });

  it('skips the args schemas on request and no other rule', async () => {
    const manifest = wrapPack({ verbs: { list: { args: { min: 1 } } }, plane: 'x' });
    expect(await errorsOf(manifest)).toHaveLength(2);
    expect(await errorsOf(manifest, { argsSchemas: 'skip' })).toHaveLength(1);
  });

  it('answers any JSON value with issues or a manifest, the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(anyManifest, async (value) => {
        const source = JSON.stringify(value);
        const parsed = await parseManifest(source, { surfaceId: 'tool' });
        expect(parsed.valid).toBe(parsed.issues.every(({ severity }) => severity === 'warning'));
        expect(parsed.valid).toBe(parsed.manifest !== undefined);
        expect(await parseManifest(source, { surfaceId: 'tool' })).toEqual(parsed);
      }),
      { numRuns: 500 },
    );
  });

  it('finds its own result valid, and the metadata derived from it equal to the carried one', async () => {
    await fc.assert(
      fc.asyncProperty(anyManifest, async (value) => {
        const { manifest } = await parseManifest(JSON.stringify(value));
        if (manifest === undefined) return;
        const again = await parseManifest(JSON.stringify({ ...manifest, meta: deriveMeta(manifest) }));
        expect(again.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(again.manifest).toEqual(manifest);
      }),
      { numRuns: 500 },
    );
  });

  it('warns of an unknown field by its pointer only, never of one that starts with x-', async () => {
    expect(await warningsOf(wrapPack({ 'a/b~c': 1, 'x-a': 1, verbs: { 'l ist': { 'a/b': 1, 'x-b': 1 } } }))).toEqual([
      'unknown_field: /a~1b~0c',
      'unknown_field: /verbs/l ist/a~1b',
    ]);
  });

  it('knows $schema, so that an editor can be told where the schema is', async () => {
    expect((await parseManifest(JSON.stringify(wrapPack({ $schema: './surface.schema.json' })))).issues).toEqual([]);
  });
});

/** Manifests in which each member is sometimes right, sometimes anything. */
const anyManifest = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      id: fc.oneof(fc.constantFrom('tool', 'a', 'A'), fc.jsonValue()),
      kind: fc.oneof(fc.constantFrom('wrap', 'composite', 'openapi', 'sense_only'), fc.jsonValue()),
      adapter_kind: fc.constantFrom('wrap', 'composite'),
      plane: fc.oneof(fc.constantFrom('runtime', 'control'), fc.jsonValue()),
      transports: fc.oneof(fc.array(fc.constantFrom('cli', 'mcp')), fc.jsonValue()),
      binding: fc.oneof(
        fc.record({ mode: fc.constantFrom('mothership', 'public', 'user'), family: fc.string() }, { requiredKeys: [] }),
        fc.jsonValue(),
      ),
      wrap: fc.oneof(fc.record({ bin: fc.constantFrom('sh', './a', 'node') }), fc.jsonValue()),
      openapi: fc.oneof(fc.record({ path: fc.constantFrom('a.json', '../a') }), fc.jsonValue()),
      pass_through: fc.oneof(fc.constant({ allowedSubcommands: ['a'], maxArgv: 2 }), fc.jsonValue()),
      verbs: fc.oneof(
        fc.dictionary(
          fc.constantFrom('list', 'a.b', '__proto__', ' '),
          fc.record(
            {
              cli: fc.array(fc.constantFrom('tool', '{{a}}', '-c', '--', '--f={{b}}', '{{'), { maxLength: 4 }),
              args: fc.oneof(fc.constantFrom({ properties: { a: { type: 'string' } } }, true), fc.jsonValue()),
              policy: fc.constantFrom('read', 'write', 'x'),
            },
            { requiredKeys: [] },
          ),
        ),
        fc.jsonValue(),
      ),
      stimulusTriggers: fc.oneof(fc.constant([{ ref: 'a' }]), fc.jsonValue()),
      skill_url: fc.oneof(fc.webUrl(), fc.string()),
      harness: fc.string(),
      meta: fc.jsonValue(),
    },
    { requiredKeys: ['id', 'verbs'] },
  ),
);
