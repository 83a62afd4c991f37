import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PinnedFile } from '@hcp/pipeline';
import { commandLine, interpreterFolder } from '../src/command-line.js';

const file = (path: string): PinnedFile => ({
  path,
  sha256: '',
  by: 'content',
  dev: '',
  ino: '',
  size: '',
  mtime_ns: '',
  ctime_ns: '',
});

test('the arguments of the call come last, each as it is, whatever stands before them', () => {
  const args = fc.array(fc.string(), { maxLength: 3 });
  fc.assert(
    fc.property(args, fc.array(args, { maxLength: 4 }), (argv, chain) => {
      const interpreters = chain.map((words, index) => ({ file: file(`/i${index}/x`), args: words }));
      const bin = { written: 'b', allowed: true, file: file('/bin'), interpreters, accepted_paths: [] };
      const line = commandLine(bin, argv);
      const scripts = ['/bin', ...interpreters.map((link) => link.file.path)];
      expect(line.file).toBe(scripts.at(-1));
      expect(line.argv0).toBe(line.file);
      expect(line.argv).toEqual([
        ...chain
          .flatMap((words, index) => [[...words, scripts[index]]])
          .reverse()
          .flat(),
        ...argv,
      ]);
      expect(interpreterFolder(bin)).toBe(chain.length === 0 ? undefined : '/i0');
    }),
  );
});
