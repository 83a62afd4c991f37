import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { CodeCache } from './code-cache.js';

/** What `require` is to a file of a bundled program: other files of it start with `./`, anything else is a module of Node or an installed package. */
export type Load = (id: string) => unknown;

export interface ProgramFiles {
  readonly folder: string;
  /** Name of the file that was started, beside which packages are looked for. */
  readonly entry: string;
  /** Tells one build's code from another's. */
  readonly build: string;
  /** Runs that execute much the same code share cached code. */
  readonly kindOfRun: string;
  readonly cache: CodeCache | undefined;
  /** `NODE_OPTIONS` of this process. */
  readonly nodeOptions: string | undefined;
}

/** The function that a bundled file is, as Node itself would wrap it. */
type ModuleBody = (
  ...parameters: [exports: unknown, require: Load, module: { exports: unknown }, filename: string, dirname: string]
) => void;

/**
 * Loads a bundled program's files, each once; each is the function around a CommonJS module. V8's code of an earlier run is
 * taken where there is some. Node's own compile cache keeps what is compiled when a file is loaded; this one also keeps
 * the functions that were compiled as they were called, which is nearly all of them.
 */
export function createLoader(files: ProgramFiles): Load {
  const modules = new Map<string, { exports: unknown }>();
  const load: Load = (id) => {
    if (!id.startsWith('./')) return process.getBuiltinModule(id) ?? installed(id, files);
    const known = modules.get(id);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(id, module);
    const name = id.slice(2);
    bodyOf(name, files)(module.exports, load, module, join(files.folder, name), files.folder);
    return module.exports;
  };
  return load;
}

/** Machine code is never part of the program; it is a package beside it. */
function installed(id: string, { folder, entry }: ProgramFiles): unknown {
  return process.getBuiltinModule('node:module').createRequire(join(folder, entry))(id);
}

function bodyOf(name: string, files: ProgramFiles): ModuleBody {
  const path = join(files.folder, name);
  const source = readFileSync(path, 'utf8');
  const entry = entryName(name, files);
  const cachedData = files.cache?.read(entry);
  const script = new Script(source, { filename: path, ...(cachedData === undefined ? {} : { cachedData }) });
  if (cachedData === undefined || script.cachedDataRejected === true) keepAtExit(script, entry, files.cache);
  return script.runInThisContext() as ModuleBody;
}

/** What is to be kept of this run. One listener for all of it: a command may load more files than listeners are fit for one event. */
const fresh: (() => void)[] = [];

/** Of a run that failed too little may have been called. */
function keepAtExit(script: Script, entry: string, cache: CodeCache | undefined): void {
  if (cache === undefined) return;
  if (fresh.length === 0) {
    process.on('exit', (status) => {
      if (status === 0) for (const keep of fresh) keep();
    });
  }
  fresh.push(() => cache.write(entry, script.createCachedData()));
}

/** V8 itself compares its version and the length of the source, which is no proof that it is the same one. */
function entryName(name: string, { folder, build, kindOfRun, nodeOptions }: ProgramFiles): string {
  const { mtimeMs } = statSync(join(folder, name));
  return `${name}.${kindOfRun}.${build}-${Math.trunc(mtimeMs)}.${process.version}-${process.arch}-${flagsMark(nodeOptions)}`;
}

/** V8 takes no code that was made under other flags: each set of them has entries of its own, lest runs overwrite those of others. */
function flagsMark(nodeOptions = ''): string {
  let mark = 0;
  for (const character of `${process.execArgv.join(' ')} ${nodeOptions}`) {
    mark = (Math.imul(mark, 31) + (character.codePointAt(0) ?? 0)) | 0;
  }
  return (mark >>> 0).toString(16);
}
