import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codeFault, hasCode, pinFiles } from '../../src/index.js';
import { planOf, packOf, temporaryFolder, worldOf, writeFiles } from '../composite-world.js';

const files = { 'composite.js': 'export const plan = () => 1;', 'lib/fares.json': '{}', 'surface.json': '{}' };
const advice = 'the operator can accept it with hcp install --update --trust-code';

const pinned = () => {
  const root = temporaryFolder();
  writeFiles(root, files);
  return { root, code: { trusted: true, files: pinFiles(root) } };
};

describe('the files of a pack with code', () => {
  it('are pinned, each one', () => {
    const { root, code } = pinned();
    expect(Object.keys(code.files)).toEqual(['composite.js', 'lib/fares.json', 'surface.json']);
    expect(code.files['surface.json']).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
    expect(codeFault(root, code)).toBeUndefined();
  });

  it.each([
    ['lib/fares.json changed', (root: string) => writeFileSync(join(root, 'lib/fares.json'), '[]')],
    ['lib/fares.json was removed', (root: string) => rmSync(join(root, 'lib/fares.json'))],
    ['lib/other.js was added', (root: string) => writeFileSync(join(root, 'lib/other.js'), '')],
    ['.hidden was added', (root: string) => writeFileSync(join(root, '.hidden'), '')],
    ['lib/fares.json was removed', (root: string) => rmSync(join(root, 'lib'), { recursive: true })],
  ])('refuse from then on: %s', async (reason, change) => {
    const pack = planOf('return 1;');
    writeFiles(pack.root, { 'lib/fares.json': '{}' });
    const trusted = { ...pack, code: { trusted: true, files: pinFiles(pack.root) } };
    expect(await worldOf({ packs: [trusted] }).call('transit')).toMatchObject({ result: 1 });
    change(pack.root);
    const error = `sandbox: ${reason} since the pack was installed; ${advice}`;
    expect(await worldOf({ packs: [trusted] }).call('transit')).toMatchObject({ ok: false, error });
  });

  it('refuse where a file has become a symlink, also to the same bytes', () => {
    const { root, code } = pinned();
    const copy = join(temporaryFolder(), 'copy.json');
    writeFileSync(copy, '{}');
    rmSync(join(root, 'lib/fares.json'));
    symlinkSync(copy, join(root, 'lib/fares.json'));
    expect(codeFault(root, code)).toContain('lib/fares.json is neither a file nor a folder');
  });

  it('cannot be pinned with a symlink, a socket, or what cannot be read among them', async () => {
    const { root } = pinned();
    symlinkSync('composite.js', join(root, 'link.js'));
    expect(() => pinFiles(root)).toThrow(/link\.js is neither a file nor a folder/);
    rmSync(join(root, 'link.js'));
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(join(root, 's'), resolve));
    expect(() => pinFiles(root)).toThrow(/s is neither a file nor a folder/);
    await new Promise((resolve) => server.close(resolve));
    if (process.geteuid?.() !== 0) {
      chmodSync(join(root, 'surface.json'), 0);
      expect(() => pinFiles(root)).toThrow(/surface\.json cannot be pinned: EACCES/);
    }
    expect(() => pinFiles(join(root, 'gone'))).toThrow(/cannot be read: ENOENT/);
  });

  it('are few and small', () => {
    const { root } = pinned();
    writeFileSync(join(root, 'large'), Buffer.alloc(8 * 1024 * 1024));
    expect(() => pinFiles(root)).toThrow(/large cannot be pinned: holds more than/);
    rmSync(join(root, 'large'));
    for (let n = 0; n < 1000; n++) writeFileSync(join(root, `f${n}`), '');
    expect(() => pinFiles(root)).toThrow(/holds more than 1000 files/);
  });

  it('bear any name', () => {
    const root = temporaryFolder();
    writeFiles(root, { __proto__: '', 'composite.js': '', 'a b\n.js': '' });
    writeFileSync(join(root, '__proto__'), 'x');
    const code = { trusted: true, files: pinFiles(root) };
    expect(Object.keys(code.files)).toEqual(['__proto__', 'a b\n.js', 'composite.js']);
    expect(codeFault(root, JSON.parse(JSON.stringify(code)) as typeof code)).toBeUndefined();
    writeFileSync(join(root, '__proto__'), 'y');
    expect(codeFault(root, code)).toContain('__proto__ changed');
  });

  it('are code where there is a composite.js in the root, and nowhere else', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'lib'));
    writeFileSync(join(root, 'lib', 'composite.js'), '');
    expect(hasCode(root)).toBe(false);
    expect(hasCode(packOf('transit', files).root)).toBe(true);
  });
});
