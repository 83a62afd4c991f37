import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findEntry, normalisePolicy } from '../src/index.js';

const policy = normalisePolicy({
  surface_id: 'ledger',
  verbs: { list: { access: 'read' }, 'a b': { access: 'write' } },
});

describe('findEntry', () => {
  test('It finds an entry by its exact key.', () => {
    expect(findEntry(policy, 'list')?.access).toBe('read');
    expect(findEntry(policy, 'a b')?.access).toBe('write');
  });

  test.each(['List', 'list ', ' list', 'list\0', 'a  b', 'a.b', '', '__proto__', 'constructor', 'toString'])(
    '%j is another key and finds nothing.',
    (key) => {
      expect(findEntry(policy, key)).toBeUndefined();
    },
  );

  test('An entry named as a prototype member is an ordinary entry.', () => {
    const odd = normalisePolicy(JSON.parse('{"surface_id":"x","verbs":{"__proto__":{"access":"write"}}}'));
    expect(findEntry(odd, '__proto__')?.access).toBe('write');
    expect(findEntry(odd, 'access')).toBeUndefined();
  });

  test('It finds nothing in a policy built on an ordinary object, unless it is own.', () => {
    expect(findEntry({ surfaceId: 'x', land: 'device', verbs: {} }, 'constructor')).toBeUndefined();
  });

  test('A policy without entries allows nothing.', () => {
    const empty = normalisePolicy({ surface_id: 'x', verbs: {} });
    fc.assert(fc.property(fc.string(), (key) => findEntry(empty, key) === undefined));
  });
});
