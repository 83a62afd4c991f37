import fc from 'fast-check';
import { formatIssue } from '@hcp/manifest';
import { describe, expect, test } from 'vitest';
import { validatePack } from '../src/index.js';

type Members = Readonly<Record<string, unknown>>;

const list = { description: 'List.', cli: ['ledger', 'list'] };
const transfer = {
  description: 'Send.',
  cli: ['ledger', 'transfer', '{{amount}}', '--to={{payee}}'],
  args: {
    type: 'object',
    properties: { amount: { type: 'number' }, payee: { type: 'string' } },
    required: ['amount', 'payee'],
  },
};

function surfaceOf(changes: Members = {}): string {
  const verbs = { list, transfer };
  return JSON.stringify({ id: 'ledger', kind: 'wrap', cliBin: 'ledger', wrap: { bin: './ledger' }, verbs, ...changes });
}

function policyOf(entries: Members = {}, changes: Members = {}): string {
  const verbs = { list: { access: 'read' }, transfer: { access: 'write' }, ...entries };
  return JSON.stringify({ surface_id: 'ledger', verbs, ...changes });
}

async function texts(surface: string, policy: string | undefined): Promise<string[]> {
  return (await validatePack({ surface, policy })).issues.map(formatIssue);
}

describe('a pack that fits', () => {
  test('It is valid, with both files read and nothing to say.', async () => {
    const { valid, issues, manifest, policy } = await validatePack({ surface: surfaceOf(), policy: policyOf() });
    expect(issues).toEqual([]);
    expect(valid).toBe(true);
    expect(Object.keys(manifest!.verbs)).toEqual(['list', 'transfer']);
    expect(policy!.verbs['transfer']!.confirm).toBe(true);
  });

  test('Bytes with a byte order mark are as good as text.', async () => {
    const [surface, policy] = [surfaceOf(), policyOf()].map((text) => Buffer.from(`\ufeff${text}`));
    expect((await validatePack({ surface: surface!, policy })).valid).toBe(true);
  });
});

describe('a pack that does not', () => {
  test('A missing policy is an error that names the file.', async () => {
    const report = await validatePack({ surface: surfaceOf(), policy: undefined });
    expect(report).toMatchObject({ valid: false, issues: [{ code: 'invalid_meta', path: '/', severity: 'error' }] });
    expect(report.issues[0]!.message).toContain('policy.json is missing');
    expect(report.policy).toBeUndefined();
    expect(report.manifest).toBeUndefined();
  });

  test('An empty policy file is unreadable and not missing.', async () => {
    expect(await texts(surfaceOf(), '')).toEqual([expect.stringMatching(/^invalid_meta: \/ .*\(policy\.json\)$/)]);
  });

  test('Another id is said once, in the words of the specification.', async () => {
    expect(await texts(surfaceOf(), policyOf({}, { surface_id: 'transit' }))).toEqual([
      'missing_verb: id "ledger" does not match policy surface_id "transit"',
    ]);
    expect(await texts(surfaceOf({ id: 'transit' }), policyOf())).toEqual([
      'missing_verb: id "transit" does not match policy surface_id "ledger"',
    ]);
  });

  test('Another id is said also where the policy has further mistakes.', async () => {
    const issues = await texts(surfaceOf(), policyOf({ list: {} }, { surface_id: 'transit' }));
    expect(issues).toContain('missing_verb: id "ledger" does not match policy surface_id "transit"');
    expect(issues).toContainEqual(expect.stringMatching(/^invalid_meta: \/verbs\/list\/access /));
  });

  test('A missing id is said in the words of the profile.', async () => {
    expect(await texts(surfaceOf({ id: undefined }), policyOf())).toContain('invalid_meta: id is required');
  });

  test('An entry for an undeclared verb is an error.', async () => {
    const report = await validatePack({ surface: surfaceOf(), policy: policyOf({ purge: { access: 'write' } }) });
    expect(report.valid).toBe(false);
    expect(report.issues.map(formatIssue)).toEqual([
      expect.stringMatching(/^invalid_meta: \/verbs\/purge .*policy\.json/),
    ]);
  });

  test("The issues of both files come together, the manifest's first.", async () => {
    const issues = await texts(surfaceOf({ transports: ['fax'] }), policyOf({ list: { access: 'admin' } }));
    expect(issues).toHaveLength(2);
    expect(issues[0]).toMatch(/^invalid_meta: \/transports\/0 /);
    expect(issues[1]).toMatch(/^invalid_meta: \/verbs\/list\/access /);
  });

  test('A capability of another pack is an error.', async () => {
    expect(await texts(surfaceOf(), policyOf({ transfer: { access: 'write', capability: 'transit.write' } }))).toEqual([
      'invalid_meta: /verbs/transfer/capability must start "ledger.", not "transit.write" (policy.json)',
    ]);
  });
});

describe('warnings between the two files', () => {
  async function warningsOf(surface: string, policy: string): Promise<string[]> {
    const report = await validatePack({ surface, policy });
    expect(report.valid).toBe(true);
    expect(report.policy).toBeDefined();
    expect(report.issues.every(({ severity }) => severity === 'warning')).toBe(true);
    return report.issues.map(({ code, path }) => `${code} ${path}`);
  }

  test('A declared verb without an entry.', async () => {
    const policy = JSON.stringify({ surface_id: 'ledger', verbs: {} });
    expect(await warningsOf(surfaceOf(), policy)).toEqual(['no_policy /verbs/list', 'no_policy /verbs/transfer']);
  });

  test('A hint that policy.json does not share; a hint that it does is silent.', async () => {
    const verbs = { list: { ...list, policy: 'write' }, transfer: { ...transfer, policy: 'write' } };
    expect(await warningsOf(surfaceOf({ verbs }), policyOf())).toEqual(['policy_hint /verbs/list/policy']);
  });

  test('A secret argument in the cli of a verb, at each token that holds it.', async () => {
    const cli = ['{{payee}}', 'send', '{{payee}}', '--to={{amount}}{{payee}}', '{{amount}}'];
    const surface = surfaceOf({ cliBin: '{{payee}}', verbs: { transfer: { ...transfer, cli } } });
    const policy = JSON.stringify({
      surface_id: 'ledger',
      verbs: { transfer: { access: 'write', secret_args: ['payee'] } },
    });
    expect(await warningsOf(surface, policy)).toEqual([
      'secret_in_argv /verbs/transfer/cli/2',
      'secret_in_argv /verbs/transfer/cli/3',
    ]);
  });

  test('A secret argument in argv_template, where {{verb}} is no argument and cli wins.', async () => {
    const verbs = { list, send: {} };
    const wrap = { bin: './ledger', argv_template: ['{{verb}}', 'x{{pin}}'] };
    const secret = { secret_args: ['pin', 'verb'] };
    const policy = JSON.stringify({
      surface_id: 'ledger',
      verbs: { list: { access: 'read', ...secret }, send: { access: 'write', ...secret } },
    });
    expect(await warningsOf(surfaceOf({ verbs, wrap }), policy)).toEqual(['secret_in_argv /wrap/argv_template/1']);
  });

  test('A secret argument of a pack that renders no argv is silent.', async () => {
    const verbs = { transfer };
    const policy = JSON.stringify({
      surface_id: 'ledger',
      verbs: { transfer: { access: 'write', secret_args: ['payee'] } },
    });
    expect(await warningsOf(surfaceOf({ kind: 'composite', wrap: undefined, verbs }), policy)).toEqual([]);
  });

  test('A name that the schema does not declare; without properties no name is unknown.', async () => {
    const names = { secret_args: ['pin', '__proto__'], allow_dash: ['payee', 'paye', 'toString'] };
    const entries = { list: { access: 'read', ...names }, transfer: { access: 'write', ...names } };
    expect(await warningsOf(surfaceOf(), policyOf(entries))).toEqual([
      'unknown_argument /verbs/transfer/secret_args',
      'unknown_argument /verbs/transfer/secret_args',
      'unknown_argument /verbs/transfer/allow_dash',
      'unknown_argument /verbs/transfer/allow_dash',
    ]);
  });

  test("The manifest's own warnings stay among them.", async () => {
    expect(await warningsOf(surfaceOf({ harness: 'Say hello.' }), policyOf())).toEqual(['deprecated /harness']);
  });
});

test('No content of either file makes it throw, and only a valid pack gives its manifest and policy.', async () => {
  const content = fc.oneof(fc.json(), fc.string(), fc.uint8Array(), fc.constantFrom(surfaceOf(), policyOf()));
  await fc.assert(
    fc.asyncProperty(content, fc.option(content, { nil: undefined }), async (surface, policy) => {
      const report = await validatePack({ surface, policy });
      expect(report.valid).toBe(report.manifest !== undefined && report.policy !== undefined);
      expect(report.valid).toBe(report.issues.every(({ severity }) => severity === 'warning'));
    }),
  );
});
