import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newCallId, readKernelRandom } from '../../src/ports/call-id.js';

it('makes UUIDs of version 4, never the same twice', () => {
  const ids = Array.from({ length: 1000 }, newCallId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('takes random bytes from the device only, and from no file that stands in its place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hcp-random-'));
  const file = join(folder, 'urandom');
  writeFileSync(file, 'x'.repeat(4096));
  expect(readKernelRandom('/dev/urandom', 64)).toHaveLength(64);
  expect(readKernelRandom(file, 64)).toBeUndefined();
  expect(readKernelRandom('/dev/null', 64)).toBeUndefined();
  expect(readKernelRandom(join(folder, 'missing'), 64)).toBeUndefined();
  rmSync(folder, { recursive: true });
});
