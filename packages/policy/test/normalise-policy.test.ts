import { describe, expect, test } from 'vitest';
import { normalisePolicy, parsePolicy } from '../src/index.js';

function fileOf(entry: unknown): unknown {
  return { surface_id: 'ledger', verbs: { list: entry } };
}

describe('normalisePolicy', () => {
  test('It gives what parsing gives.', async () => {
    const value = {
      surface_id: 'ledger',
      privacy: { land: 'tenant' },
      verbs: {
        list: { access: 'read', binding: 'none', secret_args: ['pin'], allow_dash: ['x'], deny_prefix: ['@'] },
        send: { access: 'write', capability: 'ledger.send', confirm: 'approval', timeout_ms: 5, max_output_bytes: 6 },
      },
    };
    expect(normalisePolicy(value)).toEqual((await parsePolicy(JSON.stringify(value))).policy);
  });

  test('It leaves its input as it was.', () => {
    const value = fileOf({ access: 'write', secret_args: ['pin'] });
    const before = JSON.stringify(value);
    normalisePolicy(value);
    expect(JSON.stringify(value)).toBe(before);
  });

  test('A member that is only inherited is absent.', () => {
    const inherited = {
      capability: 'ledger.x',
      confirm: true,
      binding: 'none',
      secret_args: ['pin'],
      timeout_ms: 1,
      max_output_bytes: 1,
    };
    const entry = Object.assign(Object.create(inherited) as object, { access: 'read' });
    const file = Object.assign(Object.create({ privacy: { land: 'brain' } }) as object, fileOf(entry));
    expect(normalisePolicy(file)).toEqual(normalisePolicy(fileOf({ access: 'read' })));
  });

  test.each<[unknown, string]>([
    [undefined, '/'],
    [null, '/'],
    [[], '/'],
    ['{}', '/'],
    [{}, '/surface_id'],
    [{ surface_id: '', verbs: {} }, '/surface_id'],
    [{ surface_id: 'x' }, '/verbs'],
    [{ surface_id: 'x', verbs: [] }, '/verbs'],
    [{ surface_id: 'x', verbs: null }, '/verbs'],
    [{ surface_id: 'x', verbs: {}, privacy: null }, '/privacy'],
    [{ surface_id: 'x', verbs: {}, privacy: { land: 'moon' } }, '/privacy/land'],
    [{ surface_id: 'x', verbs: {}, privacy: { land: null } }, '/privacy/land'],
    [Object.create({ surface_id: 'x', verbs: {} }), '/surface_id'],
    [fileOf(null), '/verbs/list'],
    [fileOf([]), '/verbs/list'],
    [fileOf({}), '/verbs/list/access'],
    [fileOf(Object.create({ access: 'read' })), '/verbs/list/access'],
    [fileOf({ access: 'admin' }), '/verbs/list/access'],
    [fileOf({ access: 'read', confirm: null }), '/verbs/list/confirm'],
    [fileOf({ access: 'read', confirm: 'no' }), '/verbs/list/confirm'],
    [fileOf({ access: 'read', confirm: undefined }), '/verbs/list/confirm'],
    [fileOf({ access: 'read', binding: 'pack' }), '/verbs/list/binding'],
    [fileOf({ access: 'read', capability: 'other.read' }), '/verbs/list/capability'],
    [fileOf({ access: 'write', capability: 'ledger.read' }), '/verbs/list/capability'],
    [fileOf({ access: 'read', capability: 7 }), '/verbs/list/capability'],
    [fileOf({ access: 'read', secret_args: 'pin' }), '/verbs/list/secret_args'],
    [fileOf({ access: 'read', secret_args: [7] }), '/verbs/list/secret_args'],
    [fileOf({ access: 'read', deny_prefix: [''] }), '/verbs/list/deny_prefix'],
    [fileOf({ access: 'read', timeout_ms: 0 }), '/verbs/list/timeout_ms'],
    [fileOf({ access: 'read', timeout_ms: Number.NaN }), '/verbs/list/timeout_ms'],
    [fileOf({ access: 'read', timeout_ms: '5' }), '/verbs/list/timeout_ms'],
    [fileOf({ access: 'read', max_output_bytes: 1e300 }), '/verbs/list/max_output_bytes'],
  ])('Content %j is refused, naming %s.', (value, path) => {
    expect(() => normalisePolicy(value)).toThrow(TypeError);
    expect(() => normalisePolicy(value)).toThrow(`policy.json: ${path} `);
  });
});
