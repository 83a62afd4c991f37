import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const generator = join(packageFolder, '../../scripts/generate-schema.mjs');
const committed = join(packageFolder, 'src/generated');

test('The committed types and validator are what the schema gives.', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hcp-policy-'));
  try {
    execFileSync(process.execPath, [generator, packageFolder, folder]);
    expect(readdirSync(folder).sort()).toEqual(readdirSync(committed).sort());
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(readFileSync(join(committed, name), 'utf8'));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('The schema can be named by an editor through the package.', () => {
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string>>;
    files: readonly string[];
  };
  expect(manifest.exports['./schemas/policy.schema.json']).toBe('./schemas/policy.schema.json');
  expect(manifest.files).toContain('schemas');
});
