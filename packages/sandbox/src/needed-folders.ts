import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** What of a `lib` folder shows that an interpreter keeps its own library in it. */
const LANDMARK = /^(?:python\d+(?:\.\d+)*t?|ruby|perl5?|node_modules|lua|tcl\d.*|R|erlang|ocaml)$/;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Packages of Node lie beside each other and find each other upwards. */
function nodePackages(file: string): string[] {
  const end = file.indexOf('/node_modules/');
  return end < 0 ? [] : [file.slice(0, end + '/node_modules'.length)];
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function binsOf(manifest: unknown): readonly string[] {
  if (typeof manifest !== 'object' || manifest === null || !('bin' in manifest)) return [];
  const { bin } = manifest;
  const values: unknown[] = typeof bin === 'object' && bin !== null ? Object.values(bin) : [bin];
  return values.filter((value) => typeof value === 'string');
}

/** The package that names this very script as its program, as a linked one does. */
function ownPackage(file: string): string[] {
  for (let folder = dirname(file); folder !== '/'; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const names = binsOf(readJson(manifest)).map((bin) => resolve(folder, bin));
    return names.includes(file) ? [folder] : [];
  }
  return [];
}

/** `bin` and `lib` side by side, where `lib` holds the library of an interpreter, as under a version manager. */
function interpreterPrefix(file: string): string[] {
  const bin = dirname(file);
  if (basename(bin) !== 'bin') return [];
  const lib = join(dirname(bin), 'lib');
  if (realPathInPlace(bin) === undefined || realPathInPlace(lib) === undefined) return [];
  return namesIn(lib).some((name) => LANDMARK.test(name)) ? [bin, lib] : [];
}

/** A virtual environment of Python is told by the file beside its `bin`. */
function virtualEnvironment(file: string): string[] {
  const folder = dirname(dirname(file));
  return folder !== '/' && existsSync(join(folder, 'pyvenv.cfg')) ? [folder] : [];
}

/** Version managers put scripts in `shims` that look for the real program in the folder above. */
function shimManager(file: string): string[] {
  const folder = dirname(file);
  const manager = dirname(folder);
  return basename(folder) === 'shims' && existsSync(join(manager, 'versions')) ? [manager] : [];
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The real path of a folder that is no symlink itself: one that is may lead anywhere, and is not followed (profile P9). */
function realPathInPlace(folder: string): string | undefined {
  const real = realPath(folder);
  return real === join(realPath(dirname(folder)) ?? '', basename(folder)) ? real : undefined;
}

/**
 * The folders a program needs beside its own file, told by the layouts that package and version managers make; real
 * paths. None for a program that is known to need nothing. An interpreter, which a line of a pack's file names, brings
 * no package of its own along.
 */
export function neededFolders(file: string, isInterpreter: boolean): string[] {
  const folders = [
    ...nodePackages(file),
    ...(isInterpreter ? [] : ownPackage(file)),
    ...interpreterPrefix(file),
    ...virtualEnvironment(file),
    ...shimManager(file),
  ];
  return folders.map(realPathInPlace).filter((path) => path !== undefined);
}
