import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hmacSha256Hex, prepareShortDigests, sha256Hex } from '../../src/audit/digest.js';

const text = fc.string({ unit: 'binary', maxLength: 2000 });
const bytes = fc.uint8Array({ maxLength: 2000 });

it('digests short and long, text and bytes, as node:crypto does, before and after it is prepared', async () => {
  const sizes = [0, 55, 56, 63, 64, 65, 511, 512, 513, 65_535, 65_536, 65_537, 300_000];
  const check = (): void => {
    for (const size of sizes) {
      const data = Buffer.alloc(size, 'hcp');
      expect(sha256Hex(data)).toBe(createHash('sha256').update(data).digest('hex'));
    }
    fc.assert(fc.property(bytes, (data) => sha256Hex(data) === createHash('sha256').update(data).digest('hex')));
    fc.assert(fc.property(text, (data) => sha256Hex(data) === createHash('sha256').update(data).digest('hex')));
  };
  check();
  await prepareShortDigests();
  check();
});

it('makes the HMAC that node:crypto makes', async () => {
  await prepareShortDigests();
  const key = fc.uint8Array({ minLength: 32, maxLength: 64 });
  fc.assert(
    fc.property(key, text, (secret, data) => {
      expect(hmacSha256Hex(secret, data)).toBe(createHmac('sha256', secret).update(data).digest('hex'));
    }),
  );
  const long = 'x'.repeat(70_000);
  expect(hmacSha256Hex(Buffer.alloc(32, 7), long)).toBe(
    createHmac('sha256', Buffer.alloc(32, 7)).update(long).digest('hex'),
  );
});

it('leaves the digest of one call as it is when the next is made', async () => {
  await prepareShortDigests();
  const first = sha256Hex('one');
  sha256Hex('two');
  expect(first).toBe(createHash('sha256').update('one').digest('hex'));
});
