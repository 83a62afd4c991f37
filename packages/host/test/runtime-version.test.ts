import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runtimeVersion } from '../src/runtime-version.js';

test('The version that validates packs is the version of this package', () => {
  const file = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8');
  expect(runtimeVersion).toBe((JSON.parse(file) as { version: string }).version);
});
