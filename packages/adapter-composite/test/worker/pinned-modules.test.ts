import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packOf, temporaryFolder, worldOf, writeFiles } from '../composite-world.js';

const answer = async (files: Readonly<Record<string, string>>) =>
  worldOf({ packs: [packOf('transit', files)] }).call('transit');

describe('what a handler may import', () => {
  it('is every pinned file of its pack, in each format, and the modules of Node', async () => {
    const files = {
      'composite.js': `
        import { a } from './lib/a.js';
        import b from './lib/b.mjs';
        import c from './lib/c.cjs';
        import d from './lib/d.json' with { type: 'json' };
        import small from 'small';
        import { sep } from 'node:path';
        import fs from 'fs';
        export const plan = async () => ({ a, b, c, d, small, sep, e: (await import('./lib/a.js')).a, fs: typeof fs });`,
      'lib/a.js': 'export const a = 1;',
      'lib/b.mjs': 'export default 2;',
      'lib/c.cjs': 'module.exports = require("./d.json").d + 1;',
      'lib/d.json': '{"d":2}',
      'node_modules/small/package.json': '{"name":"small","main":"main.js"}',
      'node_modules/small/main.js': 'module.exports = "small";',
    };
    expect(await answer(files)).toMatchObject({
      result: { a: 1, b: 2, c: 3, d: { d: 2 }, small: 'small', sep: '/', e: 1, fs: 'object' },
    });
  });

  it('is CommonJS in a .js file where the package.json of the pack says so', async () => {
    const files = {
      'package.json': '{"type":"commonjs"}',
      'composite.js': 'module.exports = { handlers: { plan: () => typeof module } };',
    };
    expect(await answer(files)).toMatchObject({ result: 'object' });
  });

  it('does not depend on what lies around the pack', async () => {
    const around = temporaryFolder();
    writeFiles(around, { 'package.json': '{"type":"commonjs"}', 'pack/composite.js': 'export const plan = () => 1;' });
    const pack = packOf('transit', { 'composite.js': 'export const plan = () => 1;' });
    const moved = { ...pack, root: join(around, 'pack') };
    expect(await worldOf({ packs: [moved] }).call('transit')).toMatchObject({ result: 1 });
  });

  it.each([
    ['outside.js', '"OUTSIDE" is not a file of the pack; only pinned files and modules of Node are loaded'],
    ['outside.cjs', '"OUTSIDE" is not a file of the pack; only pinned files and modules of Node are loaded'],
  ])('is nothing outside of the pack: %s', async (name, reason) => {
    const outside = join(temporaryFolder(), name);
    writeFileSync(outside, '');
    const plan = `export const plan = async () => { await import(${JSON.stringify(outside)}); };`;
    expect(await answer({ 'composite.js': plan })).toMatchObject({ error: reason.replace('OUTSIDE', outside) });
    const required = `import { createRequire } from 'node:module';
      export const plan = () => createRequire(import.meta.url)(${JSON.stringify(outside)});`;
    expect(await answer({ 'composite.js': required })).toMatchObject({ error: reason.replace('OUTSIDE', outside) });
  });

  it.each(['data:text/javascript,export default 1', 'https://example.com/x.js', './gone.js', 'no-such-package'])(
    'is not %s',
    async (specifier) => {
      const plan = `import '${specifier}'; export const plan = () => 1;`;
      expect(await answer({ 'composite.js': plan })).toMatchObject({
        ok: false,
        error: expect.stringMatching(/^composite\.js cannot be loaded: /) as unknown,
      });
    },
  );

  it('is no machine code and no file of another kind', async () => {
    for (const name of ['x.node', 'x.wasm', 'x.ts', 'x'])
      expect(
        await answer({ 'composite.js': `import './${name}'; export const plan = () => 1;`, [name]: '' }),
      ).toMatchObject({
        error: `composite.js cannot be loaded: ${name} cannot be loaded; a handler imports .js, .mjs, .cjs and .json`,
      });
  });

  it('is not what a file has become since the call began', async () => {
    const files = {
      'composite.js': `
        import { writeFileSync } from 'node:fs';
        export const plan = async () => {
          writeFileSync(new URL('./late.js', import.meta.url), 'export const late = "exchanged";');
          return (await import('./late.js')).late;
        };`,
      'late.js': 'export const late = "pinned";',
    };
    expect(await answer(files)).toMatchObject({ error: 'late.js changed since the pack was installed' });
  });
});
