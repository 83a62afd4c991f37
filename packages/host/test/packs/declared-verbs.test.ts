import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rulesByVerb, shareRules } from '../../src/packs/declared-verbs.js';

test('rules that are shared are each verb’s own again, and stand in the file once', () => {
  const rules = fc.record({ access: fc.constantFrom('read', 'write'), confirm: fc.boolean() });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), rules), (verbs) => {
      const shared = shareRules(verbs);
      expect(rulesByVerb(shared)).toEqual({ ...verbs });
      expect(Object.keys(shared.verbs)).toEqual(Object.keys(verbs));
      expect(new Set(shared.rules.map((rule) => JSON.stringify(rule))).size).toBe(shared.rules.length);
    }),
    { examples: [[JSON.parse('{"__proto__":{"access":"read","confirm":false}}') as Record<string, never>]] },
  );
});
