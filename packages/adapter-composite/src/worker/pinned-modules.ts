import { isBuiltin, registerHooks, type LoadHookSync, type ResolveHookSync } from 'node:module';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mostBytes } from '../code/code-limits.js';
import { digestFile } from '../code/digest-file.js';

/** The files that may be loaded: below `root`, each with the digest it was installed with. */
export interface PinnedFiles {
  readonly root: string;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * From here on this thread loads modules of Node and pinned files of the pack, and nothing else; a file is the bytes
 * whose digest was compared, so it cannot be exchanged between the look at it and its start.
 */
export function loadPinnedOnly(pinned: PinnedFiles): void {
  registerHooks({ resolve: resolveIn(pinned), load: loadIn(pinned) });
}

function resolveIn(pinned: PinnedFiles): ResolveHookSync {
  return (specifier, context, next) => {
    if (isBuiltin(specifier)) return next(specifier, context);
    const { url } = next(specifier, context);
    if (nameIn(url, pinned) === undefined)
      throw new Error(`"${specifier}" is not a file of the pack; only pinned files and modules of Node are loaded`);
    return { url, shortCircuit: true };
  };
}

function loadIn(pinned: PinnedFiles): LoadHookSync {
  return (url, context, next) => {
    if (isBuiltin(url)) return next(url, context);
    const name = nameIn(url, pinned);
    if (name === undefined) throw new Error(`${url} is not a file of the pack`);
    return { format: formatOf(name, pinned), source: readPinned(name, pinned), shortCircuit: true };
  };
}

function nameIn(url: string, { root, files }: PinnedFiles): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  const name = relative(root, fileURLToPath(url));
  return Object.hasOwn(files, name) ? name : undefined;
}

function readPinned(name: string, { root, files }: PinnedFiles): Buffer {
  const { bytes, sha256 } = digestFile(join(root, name), mostBytes);
  if (sha256 !== files[name]) throw new Error(`${name} changed since the pack was installed`);
  return bytes;
}

/** By the name alone, and `package.json` of the pack for `.js`: what lies outside the pack has no say. */
function formatOf(name: string, pinned: PinnedFiles): string {
  const extension = posix.extname(name);
  if (extension === '.mjs') return 'module';
  if (extension === '.cjs') return 'commonjs';
  if (extension === '.json') return 'json';
  if (extension === '.js') return typeAround(name, pinned);
  throw new Error(`${name} cannot be loaded; a handler imports .js, .mjs, .cjs and .json`);
}

/** ES modules, unless the nearest `package.json` says otherwise or is silent below `node_modules`. */
function typeAround(name: string, pinned: PinnedFiles): string {
  for (let folder = posix.dirname(name); ; folder = posix.dirname(folder)) {
    const file = posix.join(folder, 'package.json');
    if (Object.hasOwn(pinned.files, file)) {
      const { type } = Object(JSON.parse(readPinned(file, pinned).toString('utf8'))) as { type?: unknown };
      if (type === 'module' || type === 'commonjs') return type;
      return `/${file}`.includes('/node_modules/') ? 'commonjs' : 'module';
    }
    if (folder === '.') return 'module';
  }
}
