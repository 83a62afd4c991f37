import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareCaseFolder } from '../src/case-folder.js';
import { fixturePacks } from '../src/suite.js';

let folder = '';
const before = process.env['TMPDIR'];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hcp-case-folder-'));
  process.env['TMPDIR'] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(folder, { recursive: true, force: true });
});

describe('prepareCaseFolder', () => {
  it('copies packs fresh, puts files over them and makes scripts executable', () => {
    const files = [
      { path: 'demo/bin/demo.sh', content: '#!/bin/sh\n' },
      { path: 'demo/bin/demo.noexec', content: '#!/bin/sh\n' },
      { path: 'other/surface.json', content: '{}' },
    ];
    const { packsDir, homeRoot, driverFolder, remove } = prepareCaseFolder(
      { packs: ['demo', 'other'], files },
      fixturePacks,
    );
    expect(readdirSync(packsDir).sort()).toEqual(['demo', 'other']);
    expect([readdirSync(homeRoot), readdirSync(driverFolder)]).toEqual([[], []]);
    const modeOf = (name: string): number => statSync(join(packsDir, 'demo', 'bin', name)).mode & 0o777;
    expect([modeOf('demo.sh'), modeOf('demo.noexec')]).toEqual([0o755, 0o644]);
    mkdirSync(join(homeRoot, 'locked'));
    chmodSync(join(homeRoot, 'locked'), 0o500);
    remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a pack that is not there', { packs: ['nowhere'], files: [] }],
    ['a file that would leave the packs', { packs: ['demo'], files: [{ path: '../x', content: '' }] }],
  ])('leaves nothing behind for %s', (_, one) => {
    expect(() => prepareCaseFolder(one, fixturePacks)).toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });
});
