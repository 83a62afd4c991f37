import { isGrant } from '@hcp/policy';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { principalOfClaims } from '../../src/authentication/claims-principal.js';

const member = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('ada', ['p1'], ['*.read'], []));

test('Whatever the claims hold, the answer is a principal of exact types and valid grants, or a fault that names a claim', () => {
  const claims = fc.record(
    { sub: member, tenant: member, projects: member, capabilities: member },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(claims, (told) => {
      const claimed = principalOfClaims(told);
      if ('fault' in claimed) {
        expect(claimed.fault).toMatch(/^the claim "(?:sub|tenant|projects|capabilities)" must be /);
        return;
      }
      const { id, tenant, projects, capabilities } = claimed.principal;
      expect(id).toBe(told.sub);
      expect(tenant).toBe(told.tenant ?? '');
      expect(projects).toEqual(told.projects ?? []);
      expect(capabilities).toEqual(told.capabilities ?? []);
      expect(capabilities.every(isGrant)).toBe(true);
      expect(projects.every((project) => typeof project === 'string' && project !== '')).toBe(true);
    }),
  );
});

test.each(['toString', '__proto__', 'constructor'])(
  'A claim named %s is looked for among the own ones only',
  (name) => {
    expect(principalOfClaims({ sub: 'ada' }, { id: name })).toMatchObject({
      fault: expect.stringContaining(name) as string,
    });
    expect(principalOfClaims({ sub: 'ada' }, { capabilities: name })).toMatchObject({
      principal: { capabilities: [] },
    });
    const own = JSON.parse(`{"sub": "ada", "${name}": ["*.read"]}`) as Record<string, unknown>;
    expect(principalOfClaims(own, { capabilities: name })).toMatchObject({ principal: { capabilities: ['*.read'] } });
  },
);
