import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { CaseFile, ConformanceCase } from './cases/conformance-case.js';

/** The fresh folders of one case, at the same paths for every case of one root. */
export interface CaseFolder {
  readonly packsDir: string;
  readonly homeRoot: string;
  /** Where the driver starts; empty. */
  readonly driverFolder: string;
  /** Outlives the case: what drivers keep for the next one. */
  readonly keptFolder: string;
  /** Takes everything away but what is kept. */
  readonly remove: () => void;
}

export interface CasePlace {
  /** Absolute path of the folder with the fixture packs. */
  readonly fixtures: string;
  /** Absolute path of a folder of its own, the same for many cases one after the other. */
  readonly root: string;
}

/** Copies a case's packs fresh and puts its own files over them. Throws `Error` for a pack or a path that is not there. */
export function prepareCaseFolder(
  one: Pick<ConformanceCase, 'packs' | 'files'>,
  { fixtures, root }: CasePlace,
): CaseFolder {
  const fresh = {
    packsDir: join(root, 'packs'),
    homeRoot: join(root, 'home'),
    driverFolder: join(root, 'driver'),
  };
  const keptFolder = join(root, 'kept');
  const remove = (): void => Object.values(fresh).forEach(removeFolder);
  try {
    remove();
    for (const path of [...Object.values(fresh), keptFolder]) mkdirSync(path, { recursive: true, mode: 0o700 });
    placePacks(one, { fixtures, packsDir: fresh.packsDir });
    return { ...fresh, keptFolder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function placePacks(
  { packs, files }: Pick<ConformanceCase, 'packs' | 'files'>,
  { fixtures, packsDir }: { readonly fixtures: string; readonly packsDir: string },
): void {
  for (const pack of packs) {
    const source = join(fixtures, pack);
    if (existsSync(source)) cpSync(source, join(packsDir, pack), { recursive: true });
    else if (!files.some(({ path }) => path.startsWith(`${pack}/`))) throw new Error(`there is no pack ${pack}`);
  }
  for (const file of files) writeFile(packsDir, file);
  allowScripts(packsDir);
}

function writeFile(packsDir: string, { path, content }: CaseFile): void {
  const target = resolve(packsDir, path);
  if (!target.startsWith(`${packsDir}${sep}`)) throw new Error(`${path} leaves the folder of the packs`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** Package archives and some file systems lose the exec bit; a file named `*.noexec` shows what happens without. */
function allowScripts(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || readFileSync(path).subarray(0, 2).toString('latin1') !== '#!') continue;
    chmodSync(path, entry.name.endsWith('.noexec') ? 0o644 : 0o755);
  }
}

/** A runtime may leave folders without write permission behind. */
export function removeFolder(root: string): void {
  if (!existsSync(root)) return;
  const below = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isDirectory());
  for (const folder of below) chmodSync(join(folder.parentPath, folder.name), 0o700);
  rmSync(root, { recursive: true, force: true });
}
