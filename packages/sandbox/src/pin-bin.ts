import { realpathSync } from 'node:fs';
import { HcpError, type PinnedBin } from '@hcp/pipeline';
import { locateBin, type BinLocation } from './locate-bin.js';
import { pinHops } from './pinned-hops.js';
import { pinProgram } from './pin-program.js';
import { resolveInterpreter } from './resolve-interpreter.js';

export interface PinRequest extends BinLocation {
  /** Folders whose owner or mode the operator accepts, each with everything below it. */
  readonly acceptPaths: readonly string[];
  readonly operatorUid: number;
  /** `false` pins without allowlisting (`install --no-allow`). */
  readonly allowed: boolean;
  /** Pin system files by digest as well, so that a system upgrade needs `install --update`. */
  readonly everyDigest?: boolean;
}

export interface PinResult {
  readonly pin: PinnedBin;
  /** Findings that do not refuse, such as a folder a foreign group may write to. */
  readonly warnings: string[];
}

/** As deep as the kernel follows `#!` lines. */
const MAX_INTERPRETERS = 5;

function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new HcpError('accept_path_missing', `--accept-path ${path}: no such folder; name an existing one`, { cause });
  }
}

/**
 * Finds `wrap.bin` and every interpreter behind it, checks who could replace them and records what they are now
 * (profile P3, P9). Nothing is started. Errors, all `HcpError`: `bin_path_form`, `bin_not_found`, `bin_unreachable`,
 * `bin_not_regular`, `bin_untrusted`, `bin_not_executable`, `bin_format`, `bin_shebang`, `interpreter_missing`,
 * `bin_interpreter_depth`, `accept_path_missing`, `file_changing`.
 */
export async function pinBin(request: PinRequest): Promise<PinResult> {
  const accepted = request.acceptPaths.map(realFolder);
  const common = { trust: { operatorUid: request.operatorUid, accepted }, everyDigest: request.everyDigest === true };
  let argv0 = locateBin(request);
  const subject = `wrap.bin "${request.written}"`;
  const bin = await pinProgram({ ...common, subject, found: argv0, missing: 'bin_not_found' });
  const interpreters: PinnedBin['interpreters'][number][] = [];
  const warnings = new Set(bin.warnings);
  const walks = [bin.walked];
  for (let { file, format } = bin; format.kind === 'script';) {
    if (interpreters.length === MAX_INTERPRETERS) {
      throw new HcpError(
        'bin_interpreter_depth',
        `${subject}: more than ${MAX_INTERPRETERS} #! lines follow one another`,
      );
    }
    const { found, args } = resolveInterpreter(file.path, format, request.searchPath);
    const next = await pinProgram({
      ...common,
      subject: `interpreter of ${file.path}`,
      found,
      missing: 'interpreter_missing',
    });
    interpreters.push({ file: next.file, args });
    walks.push(next.walked);
    for (const warning of next.warnings) warnings.add(warning);
    argv0 = found;
    ({ file, format } = next);
  }
  const { written, allowed } = request;
  const hops = pinHops(walks, walks.at(-1));
  return {
    pin: { written, allowed, file: bin.file, interpreters, accepted_paths: accepted, argv0, hops },
    warnings: [...warnings],
  };
}
