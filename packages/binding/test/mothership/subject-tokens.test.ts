import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jwtExpiry } from '../../src/mothership/jwt-expiry.js';
import {
  findSubjectToken,
  listSubjectTokens,
  removeSubjectToken,
  storeSubjectToken,
  type SubjectPlace,
} from '../../src/mothership/subject-tokens.js';
import { temporaryFolder } from '../temporary-folder.js';

const second = Date.UTC(2030, 0, 1) / 1000;
const now = (): number => second * 1000;
const jwt = (claims: unknown): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
const place = (more: Partial<SubjectPlace> = {}): SubjectPlace => ({
  directory: temporaryFolder(),
  tenant: 'acme',
  principalId: 'ada',
  now,
  ...more,
});

describe('subject tokens', () => {
  test('one is kept for each principal, 0600, in place of an earlier one', () => {
    const ada = place();
    const bob = { ...ada, principalId: 'bob' };
    storeSubjectToken(ada, 'first-token\n');
    storeSubjectToken(ada, ' second-token ');
    storeSubjectToken(bob, jwt({ exp: second + 60 }));
    expect(findSubjectToken(ada)).toEqual({ ok: true, token: 'second-token' });
    expect(findSubjectToken({ ...ada, tenant: 'other' })).toMatchObject({ ok: false });
    expect(listSubjectTokens(ada.directory)).toHaveLength(2);
    expect(listSubjectTokens(ada.directory)).toContainEqual({
      tenant: 'acme',
      principalId: 'bob',
      expiresAt: (second + 60) * 1000,
    });
    const [name = ''] = readdirSync(ada.directory);
    expect(statSync(join(ada.directory, name)).mode & 0o777).toBe(0o600);
    expect([removeSubjectToken(ada.directory, ada), removeSubjectToken(ada.directory, ada)]).toEqual([true, false]);
    expect(findSubjectToken(ada)).toMatchObject({ ok: false });
  });

  test.each([
    ['', /one word/],
    ['two words', /one word/],
    ['ünicode', /one word/],
    ['x'.repeat(20_000), /longer/],
    [jwt({ exp: second }), /has expired/],
  ])('%.20j is not stored and not repeated', (text, rule) => {
    const where = place();
    expect(() => storeSubjectToken(where, text)).toThrow(rule);
    if (text.length > 3) expect(() => storeSubjectToken(where, text)).not.toThrow(text.trim());
    expect(readdirSync(where.directory)).toEqual([]);
  });

  test('one that has expired since, lies open or does not hold is refused', () => {
    const ada = place();
    storeSubjectToken(ada, jwt({ exp: second + 1 }));
    const late = { ...ada, now: () => now() + 1000 };
    expect(findSubjectToken(late)).toEqual({
      ok: false,
      reason: 'the subject token expired at 2030-01-01T00:00:01.000Z; run hcp connect --subject-token with a new one',
    });
    const file = join(ada.directory, readdirSync(ada.directory)[0] ?? '');
    chmodSync(file, 0o644);
    expect(findSubjectToken(ada)).toMatchObject({ reason: expect.stringMatching(/has mode 0644/) as unknown });
    chmodSync(file, 0o600);
    for (const text of ['', '{}', '[]', '{"version":1,"tenant":"acme","principal_id":"ada","token":7}']) {
      writeFileSync(file, text);
      expect(findSubjectToken(ada)).toMatchObject({ reason: expect.stringMatching(/is no stored token/) as unknown });
      expect(listSubjectTokens(ada.directory)).toEqual([]);
    }
    writeFileSync(file, '{"version":1,"tenant":"acme","principal_id":"bob","token":"t"}');
    expect(findSubjectToken(ada)).toMatchObject({ reason: expect.stringMatching(/another principal/) as unknown });
  });

  test('where there is no folder there are none', () => {
    const directory = join(temporaryFolder(), 'none');
    expect(listSubjectTokens(directory)).toEqual([]);
    expect(removeSubjectToken(directory, { tenant: 'acme', principalId: 'ada' })).toBe(false);
    expect(findSubjectToken(place({ directory }))).toMatchObject({ ok: false });
  });
});

test.each([
  ['opaque', undefined],
  ['a.b', undefined],
  ['a.b.c', undefined],
  [jwt({}), undefined],
  [jwt({ exp: '7' }), undefined],
  [jwt({ exp: 1e300 }), undefined],
  [jwt(null), undefined],
  [jwt({ exp: 7 }), 7000],
])('the expiry of %.20j is %j', (token, expected) => {
  expect(jwtExpiry(token)).toBe(expected);
});
