import type { ApprovalRequest, InstalledPack } from '@hcp/pipeline';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalDigest } from '../../src/approvals/approval-digest.js';

const file = (name: string, sha: string): NonNullable<InstalledPack['bin']>['file'] => ({
  path: `/opt/${name}`,
  sha256: sha.repeat(64),
  by: 'content',
  dev: '1',
  ino: '2',
  size: '3',
  mtime_ns: '4',
  ctime_ns: '5',
});

const bin: NonNullable<InstalledPack['bin']> = {
  written: './ledger',
  allowed: true,
  file: file('ledger', 'a'),
  interpreters: [{ file: file('sh', 'b'), args: ['-e'] }],
  accepted_paths: [],
};

const pack = {
  id: 'ledger',
  root: '/packs/ledger',
  manifest: { id: 'ledger', kind: 'wrap', verbs: {} },
  policy: { surfaceId: 'ledger', land: 'device', verbs: {} },
  surfaceSha256: 'c'.repeat(64),
  policySha256: 'd'.repeat(64),
  bin,
} as unknown as InstalledPack;

const request: ApprovalRequest = {
  pack,
  verbKey: 'transfer',
  args: { amount: 10, payee: 'bob' },
  principal: { id: 'ada', tenant: 'acme', projects: [], capabilities: [] },
  sessionId: 's1',
  bindingMode: 'local',
};
const withPack = (changes: Partial<InstalledPack>): ApprovalRequest => ({ ...request, pack: { ...pack, ...changes } });
const withBin = (changes: Partial<typeof bin>): ApprovalRequest => withPack({ bin: { ...bin, ...changes } });

const others: Readonly<Record<string, ApprovalRequest>> = {
  'another tenant': { ...request, principal: { ...request.principal, tenant: 'other' } },
  'another principal': { ...request, principal: { ...request.principal, id: 'bob' } },
  'another session': { ...request, sessionId: 's2' },
  'another pack': withPack({ id: 'ledger2' }),
  'another verb': { ...request, verbKey: 'transfer2' },
  'another value': { ...request, args: { amount: 11, payee: 'bob' } },
  'a value of another type': { ...request, args: { amount: '10', payee: 'bob' } },
  'one argument more': { ...request, args: { amount: 10, payee: 'bob', note: '' } },
  'one argument less': { ...request, args: { amount: 10 } },
  'a declared confirm': { ...request, args: { amount: 10, payee: 'bob', confirm: true } },
  'another binding mode': { ...request, bindingMode: 'mock' },
  'another surface': withPack({ surfaceSha256: 'e'.repeat(64) }),
  'another policy': withPack({ policySha256: 'e'.repeat(64) }),
  'another program': withBin({ file: file('ledger', 'e') }),
  'another interpreter': withBin({ interpreters: [{ file: file('sh', 'e'), args: ['-e'] }] }),
  'other interpreter arguments': withBin({ interpreters: [{ file: file('sh', 'b'), args: ['-x'] }] }),
  'no interpreter': withBin({ interpreters: [] }),
  'another argv[0]': withBin({ argv0: '/opt/other' }),
};

test.each(Object.entries(others))('%s is another call', (_, other) => {
  expect(approvalDigest(other)).not.toBe(approvalDigest(request));
});

test('The capabilities and projects of the principal, which step 5 and step 4 look at, do not matter', () => {
  const principal = { ...request.principal, projects: ['p'], capabilities: ['*'] };
  expect(approvalDigest({ ...request, principal })).toBe(approvalDigest(request));
});

const isSame = (one: unknown, other: unknown): boolean => {
  try {
    expect(one).toStrictEqual(other);
    return true;
  } catch {
    return false;
  }
};

const wellFormed = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }));
/** As they come from an envelope: -0 prints as 0 and is the same call. */
const asSent = (args: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(args)) as Record<string, unknown>;

test('Two argument objects have one digest exactly when they are the same JSON value, whatever the order of members', () => {
  fc.assert(
    fc.property(wellFormed, wellFormed, (left, right) => {
      const [one, other] = [asSent(left), asSent(right)];
      const reversed = Object.fromEntries(Object.entries(one).reverse());
      expect(approvalDigest({ ...request, args: reversed })).toBe(approvalDigest({ ...request, args: one }));
      const same = approvalDigest({ ...request, args: one }) === approvalDigest({ ...request, args: other });
      expect(same).toBe(isSame(one, other));
    }),
  );
});

test.each([['\ud800'], ['\udfff'], [Number.NaN], [Number.POSITIVE_INFINITY]])(
  'An argument without a canonical form (%j) is refused rather than taken for another',
  (value) => {
    expect(() => approvalDigest({ ...request, args: { value } })).toThrow(/no canonical form/);
  },
);
