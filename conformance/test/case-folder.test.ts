import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareCaseFolder } from '../src/case-folder.js';
import { placeForCases } from './support.js';

const place = placeForCases();

describe('prepareCaseFolder', () => {
  it('copies packs fresh, puts files over them and makes scripts executable', () => {
    const files = [
      { path: 'demo/bin/demo.sh', content: '#!/bin/sh\n' },
      { path: 'demo/bin/demo.noexec', content: '#!/bin/sh\n' },
      { path: 'other/surface.json', content: '{}' },
    ];
    const { packsDir, homeRoot, driverFolder, remove } = prepareCaseFolder({ packs: ['demo', 'other'], files }, place);
    expect(readdirSync(packsDir).sort()).toEqual(['demo', 'other']);
    expect([readdirSync(homeRoot), readdirSync(driverFolder)]).toEqual([[], []]);
    const modeOf = (name: string): number => statSync(join(packsDir, 'demo', 'bin', name)).mode & 0o777;
    expect([modeOf('demo.sh'), modeOf('demo.noexec')]).toEqual([0o755, 0o644]);
    mkdirSync(join(homeRoot, 'locked'));
    chmodSync(join(homeRoot, 'locked'), 0o500);
    remove();
    expect(readdirSync(place.root)).toEqual(['kept']);
  });

  it('gives the next case the same paths, with nothing of the one before but what is kept', () => {
    const one = { packs: ['demo'], files: [] };
    const first = prepareCaseFolder(one, place);
    for (const path of [first.packsDir, first.homeRoot, first.driverFolder]) writeFileSync(join(path, 'left'), '');
    writeFileSync(join(first.keptFolder, 'kept'), '');
    const second = prepareCaseFolder(one, place);
    expect({ ...second, remove: undefined }).toEqual({ ...first, remove: undefined });
    const { packsDir, homeRoot, driverFolder, keptFolder, remove } = second;
    expect([packsDir, homeRoot, driverFolder].map((path) => readdirSync(path))).toEqual([['demo'], [], []]);
    expect(existsSync(join(keptFolder, 'kept'))).toBe(true);
    remove();
  });

  it.each([
    ['a pack that is not there', { packs: ['nowhere'], files: [] }],
    ['a file that would leave the packs', { packs: ['demo'], files: [{ path: '../x', content: '' }] }],
  ])('leaves nothing behind for %s', (_, one) => {
    expect(() => prepareCaseFolder(one, place)).toThrow();
    expect(readdirSync(place.root)).toEqual(['kept']);
  });
});
