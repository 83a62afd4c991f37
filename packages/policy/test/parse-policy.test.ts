import fc from 'fast-check';
import { formatIssue, type Manifest } from '@hcp/manifest';
import { describe, expect, test } from 'vitest';
import { parsePolicy, type PolicyEntry } from '../src/index.js';

const manifest: Pick<Manifest, 'id' | 'verbs'> = { id: 'ledger', verbs: { list: {}, transfer: {} } };

async function issuesOf(source: string | Uint8Array, against?: Pick<Manifest, 'id' | 'verbs'>): Promise<string[]> {
  const parsed = await parsePolicy(source, against);
  expect(parsed.valid).toBe(false);
  expect(parsed.policy).toBeUndefined();
  expect(parsed.issues.every(({ severity }) => severity === 'error')).toBe(true);
  return parsed.issues.map(formatIssue);
}

function fileOf(entry: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ surface_id: 'ledger', verbs: { list: { access: 'read', ...entry } } });
}

async function entryOf(entry: Readonly<Record<string, unknown>>): Promise<PolicyEntry> {
  const { policy, issues } = await parsePolicy(fileOf(entry), manifest);
  expect(issues).toEqual([]);
  return policy!.verbs['list']!;
}

describe('a valid policy', () => {
  test('The example of the profile parses with every default filled in.', async () => {
    const source = `{ "surface_id": "ledger", "privacy": { "land": "device" },
      "verbs": { "list": { "access": "read" },
                 "status": { "access": "read", "binding": "none" },
                 "transfer": { "access": "write", "capability": "ledger.transfer", "confirm": true, "timeout_ms": 20000 } } }`;
    const defaults = { secretArgs: [], allowDash: [], denyPrefix: [], timeoutMs: 60_000, maxOutputBytes: 10_485_760 };
    const read = { ...defaults, access: 'read', capability: 'ledger.read', confirm: false };
    expect(await parsePolicy(source)).toEqual({
      valid: true,
      issues: [],
      policy: {
        surfaceId: 'ledger',
        land: 'device',
        verbs: {
          list: { ...read, binding: 'pack' },
          status: { ...read, binding: 'none' },
          transfer: {
            ...defaults,
            access: 'write',
            capability: 'ledger.transfer',
            confirm: true,
            binding: 'pack',
            timeoutMs: 20_000,
          },
        },
      },
    });
  });

  test.each<[string, Readonly<Record<string, unknown>>, Partial<PolicyEntry>]>([
    ['a write confirms and has its own capability', { access: 'write' }, { confirm: true, capability: 'ledger.write' }],
    ['a read does neither', { access: 'read' }, { confirm: false, capability: 'ledger.read' }],
    ['a write may go without confirmation', { access: 'write', confirm: false }, { confirm: false }],
    ['a read may ask for one', { confirm: true }, { confirm: true }],
    ['an approval is a third kind', { confirm: 'approval' }, { confirm: 'approval' }],
    ['a capability has more than one part', { capability: 'ledger.a.b' }, { capability: 'ledger.a.b' }],
    ['a read may end in .read', { capability: 'ledger.accounts.read' }, { capability: 'ledger.accounts.read' }],
    [
      'a write may end in something like it',
      { access: 'write', capability: 'ledger.already' },
      { capability: 'ledger.already' },
    ],
    ['secret_args', { secret_args: ['pin', 'a/b'] }, { secretArgs: ['pin', 'a/b'] }],
    ['allow_dash and deny_prefix', { allow_dash: ['x'], deny_prefix: ['@'] }, { allowDash: ['x'], denyPrefix: ['@'] }],
    ['empty lists', { secret_args: [], allow_dash: [], deny_prefix: [] }, { secretArgs: [], denyPrefix: [] }],
    ['the least limits', { timeout_ms: 1, max_output_bytes: 1 }, { timeoutMs: 1, maxOutputBytes: 1 }],
    [
      'the greatest limits',
      { timeout_ms: 2_147_483_647, max_output_bytes: 268_435_456 },
      { timeoutMs: 2_147_483_647, maxOutputBytes: 268_435_456 },
    ],
  ])('An entry: %s.', async (_what, entry, expected) => {
    expect(await entryOf(entry)).toMatchObject(expected);
  });

  test.each(['device', 'tenant', 'brain'])('Results may land on %s.', async (land) => {
    const { policy } = await parsePolicy(JSON.stringify({ surface_id: 'x', privacy: { land }, verbs: {} }));
    expect(policy?.land).toBe(land);
  });

  test('A policy without privacy, or with an empty one, lands on the device.', async () => {
    for (const privacy of [undefined, {}]) {
      const { policy } = await parsePolicy(JSON.stringify({ surface_id: 'x', privacy, verbs: {} }));
      expect(policy?.land).toBe('device');
    }
  });

  test('An empty verbs is valid and allows nothing.', async () => {
    const { policy } = await parsePolicy('{"surface_id":"ledger","verbs":{}}', manifest);
    expect(policy?.verbs).toEqual({});
  });

  test('A byte order mark, bytes and text are accepted.', async () => {
    const text = '\ufeff{"surface_id":"ledger","verbs":{}}';
    for (const source of [text, Buffer.from(text), new TextEncoder().encode(text)]) {
      expect((await parsePolicy(source)).valid).toBe(true);
    }
  });

  test('verbs has no prototype, so a prototype name is an ordinary key.', async () => {
    const { policy } = await parsePolicy('{"surface_id":"x","verbs":{"__proto__":{"access":"write"}}}');
    expect(Object.getPrototypeOf(policy!.verbs)).toBeNull();
    expect(Object.keys(policy!.verbs)).toEqual(['__proto__']);
  });
});

describe('an invalid policy', () => {
  test.each([
    ['', 'not JSON'],
    ['{', 'not JSON'],
    ['{"surface_id":"ledger","verbs":{}} x', 'unexpected text'],
    ['\ufeff\ufeff{}', 'not JSON'],
    ['{"surface_id":"ledger","verbs":{},"verbs":{"list":{"access":"write"}}}', 'duplicate key "verbs"'],
    ['{"surface_id":"ledger","verbs":{"list":{"access":"read","acces\\u0073":"write"}}}', 'duplicate key "access"'],
    [
      '{"surface_id":"ledger","verbs":{"list":{"access":"read"},"\\u006cist":{"access":"write"}}}',
      'duplicate key "list"',
    ],
    ['{"surface_id":"ledger","\\u0076erbs":{},"verbs":{}}', 'duplicate key "verbs"'],
  ])('The text %j is refused: %s.', async (source, reason) => {
    const issues = await issuesOf(source, manifest);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatch(/^invalid_meta: \/ .*\(policy\.json\)$/);
    expect(issues[0]).toContain(reason);
  });

  test('Bytes that are not UTF-8, a file over the limit and deep nesting are refused.', async () => {
    expect(await issuesOf(Uint8Array.of(0x7b, 0xff, 0x7d))).toEqual([expect.stringContaining('UTF-8')]);
    expect(await issuesOf(`"${'x'.repeat(5 * 1024 * 1024)}"`)).toEqual([expect.stringContaining('bytes')]);
    expect(await issuesOf('['.repeat(100_000))).toEqual([expect.stringContaining('nested deeper')]);
  });

  test.each([
    ['null', '/'],
    ['[]', '/'],
    ['"ledger"', '/'],
    ['{}', '/surface_id'],
    ['{}', '/verbs'],
    ['{"surface_id":"ledger"}', '/verbs'],
    ['{"verbs":{}}', '/surface_id'],
    ['{"surface_id":7,"verbs":{}}', '/surface_id'],
    ['{"surface_id":"","verbs":{}}', '/surface_id'],
    ['{"surface_id":"Ledger","verbs":{}}', '/surface_id'],
    ['{"surface_id":"ledger","verbs":[]}', '/verbs'],
    ['{"surface_id":"ledger","verbs":null}', '/verbs'],
    ['{"surface_id":"ledger","verbs":{},"verb":{}}', '/verb'],
    ['{"surface_id":"ledger","verbs":{},"x-note":1}', '/x-note'],
    ['{"surface_id":"ledger","verbs":{},"__proto__":{}}', '/__proto__'],
    ['{"__proto__":{"surface_id":"ledger","verbs":{}}}', '/surface_id'],
    ['{"surface_id":"ledger","verbs":{},"privacy":"device"}', '/privacy'],
    ['{"surface_id":"ledger","verbs":{},"privacy":{"land":"moon"}}', '/privacy/land'],
    ['{"surface_id":"ledger","verbs":{},"privacy":{"land":null}}', '/privacy/land'],
    ['{"surface_id":"ledger","verbs":{},"privacy":{"lands":"device"}}', '/privacy/lands'],
    ['{"surface_id":"ledger","verbs":{"list":null}}', '/verbs/list'],
    ['{"surface_id":"ledger","verbs":{"list":"read"}}', '/verbs/list'],
    ['{"surface_id":"ledger","verbs":{"list":{}}}', '/verbs/list/access'],
    ['{"surface_id":"ledger","verbs":{"list":{"__proto__":{"access":"read"}}}}', '/verbs/list/access'],
    ['{"surface_id":"ledger","verbs":{"a/b~":{}}}', '/verbs/a~1b~0/access'],
  ])('%s is an error at %s.', async (source, path) => {
    const { valid, issues } = await parsePolicy(source);
    expect(valid).toBe(false);
    expect(issues.map((issue) => issue.path)).toContain(path);
    expect(issues.map(formatIssue)).toContainEqual(
      expect.stringMatching(`^invalid_meta: ${path} .+ \\(policy\\.json\\)$`),
    );
  });

  test.each<[string, readonly unknown[]]>([
    ['access', ['Read', 'write ', 'admin', '', null, true, ['read']]],
    [
      'capability',
      ['', null, 7, ['ledger.x'], 'ledger.a b', 'ledger.*', 'ledger.é', 'ledger.a\n', `ledger.${'x'.repeat(256)}`],
    ],
    ['confirm', ['true', 'Approval', 1, 0, null, '', [], {}]],
    ['binding', ['pack', 'None', true, false, null, '']],
    ['secret_args', ['pin', null, {}, [7], [null], [''], [['pin']]]],
    ['allow_dash', [true, null, 'x', [false], ['']]],
    ['deny_prefix', ['@', null, [1], ['']]],
    ['timeout_ms', [0, -1, 1.5, '1000', null, true, 2_147_483_648, 1e15, [1]]],
    ['max_output_bytes', [0, -1, 0.5, '1', null, false, 268_435_457, {}]],
    ['Access', ['read']],
    ['confirmed', [true]],
    ['x-note', ['']],
    ['timeout', [1]],
  ])('An entry refuses each wrong %s.', async (member, values) => {
    for (const value of values) {
      const { valid, issues } = await parsePolicy(fileOf({ [member]: value }));
      expect(valid).toBe(false);
      expect(issues.some(({ path }) => path.startsWith(`/verbs/list/${member}`))).toBe(true);
    }
  });

  test('A limit beyond what a double carries, and one that is not a number, are refused.', async () => {
    for (const limit of ['9007199254740993', '1e400', '-0', '0.0', '1e-3']) {
      const source = `{"surface_id":"ledger","verbs":{"list":{"access":"read","timeout_ms":${limit}}}}`;
      expect((await parsePolicy(source)).valid).toBe(false);
    }
  });

  test.each([
    ['read', 'transit.read', 'must start "ledger."'],
    ['read', 'ledger', 'must start "ledger."'],
    ['read', 'ledgerx.read', 'must start "ledger."'],
    ['read', 'Ledger.read', 'must start "ledger."'],
    ['write', '.ledger.write', 'must start "ledger."'],
    ['read', 'ledger.', 'must name something after "ledger."'],
    ['write', 'ledger.', 'must name something after "ledger."'],
    ['write', 'ledger.read', 'must not end ".read" where access is "write"'],
    ['write', 'ledger.accounts.read', 'must not end ".read" where access is "write"'],
    ['write', 'ledger..read', 'must not end ".read" where access is "write"'],
  ])('The capability of a %s must not be %j.', async (access, capability, reason) => {
    expect(await issuesOf(fileOf({ access, capability }))).toEqual([
      `invalid_meta: /verbs/list/capability ${reason}, not "${capability}" (policy.json)`,
    ]);
  });

  test('Each mistake is an issue of its own.', async () => {
    const issues = await issuesOf(
      '{"surface_id":"ledger","verbs":{"a":{"access":"x"},"b":{"access":"read","acces":1}}}',
    );
    expect(issues).toHaveLength(2);
  });
});

describe('against a manifest', () => {
  test('Another surface_id is the issue that the specification names.', async () => {
    expect(await issuesOf('{"surface_id":"transit","verbs":{}}', manifest)).toEqual([
      'missing_verb: id "ledger" does not match policy surface_id "transit"',
    ]);
    expect(await issuesOf('{"surface_id":"Ledger","verbs":{}}', manifest)).toContain(
      'missing_verb: id "ledger" does not match policy surface_id "Ledger"',
    );
  });

  test.each(['List', 'list ', 'toString', 'constructor'])(
    'An entry for %j, which is not declared, is an error.',
    async (key) => {
      const source = JSON.stringify({ surface_id: 'ledger', verbs: { [key]: { access: 'read' } } });
      expect((await parsePolicy(source)).valid).toBe(true);
      expect(await issuesOf(source, manifest)).toEqual([
        `invalid_meta: /verbs/${key} is no verb of surface.json; declare it there or remove the entry (policy.json)`,
      ]);
    },
  );

  test('An entry for __proto__ is one for an undeclared verb.', async () => {
    expect(await issuesOf('{"surface_id":"ledger","verbs":{"__proto__":{"access":"read"}}}', manifest)).toHaveLength(1);
  });

  test('A declared verb without an entry is no error of the policy.', async () => {
    expect((await parsePolicy(fileOf({}), manifest)).valid).toBe(true);
  });
});

describe('laws', () => {
  test('No JSON value and no bytes make it throw, and only a valid file gives a policy.', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.uint8Array()), async (source) => {
        const { valid, issues, policy } = await parsePolicy(source, manifest);
        expect(valid).toBe(policy !== undefined);
        expect(valid).toBe(issues.length === 0);
      }),
    );
  });

  test('No member outside the schema is accepted anywhere.', async () => {
    const known = new Set(['surface_id', 'privacy', 'verbs']);
    await fc.assert(
      fc.asyncProperty(
        fc.string().filter((name) => !known.has(name)),
        fc.jsonValue(),
        async (name, value) => {
          const file = { surface_id: 'ledger', verbs: {}, ...Object.fromEntries([[name, value]]) };
          const text = JSON.stringify(Object.fromEntries([...Object.entries(file), [name, value]]));
          expect((await parsePolicy(text)).valid).toBe(false);
        },
      ),
    );
  });

  test('The same file parses to the same policy every time, at once as one after the other.', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => parsePolicy(fileOf({}), manifest)));
    expect(new Set(all.map((parsed) => JSON.stringify(parsed))).size).toBe(1);
  });
});
