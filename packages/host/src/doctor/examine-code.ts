import { inProcessRefusal } from '../ports/composite-port.js';
import { cliDefaultMode } from '../ports/operator-settings.js';
import type { ConfigFile } from '../config/config-file.js';
import type { Finding } from '../host.js';
import { packCodeFault } from '../packs/pack-code.js';
import type { LockEntry } from '../packs/packs-lock.js';
import { fine, problem, problemWithAdvice } from './finding.js';

/** The code of a composite pack (profile P9, P12): there is some, it is trusted and unchanged, and may run in process. */
export const examineCode = (id: string, entry: LockEntry, config: ConfigFile): readonly Finding[] => {
  const { code, root } = entry;
  const subject = `pack ${id}`;
  if (code === undefined || code === null) {
    const fix = `Put a composite.js into ${root} and hcp install --update --trust-code ${root}, or hcp uninstall ${id}`;
    return [problem(subject, 'has no composite.js, so nothing of it is executable', fix)];
  }
  const fault = packCodeFault(entry);
  if (fault !== undefined) {
    return [problemWithAdvice(subject, fault, `Read it, then hcp install --update --trust-code ${root}`)];
  }
  const mode = config.sandbox?.mode ?? cliDefaultMode;
  const refusal = inProcessRefusal({ config: () => config, defaultMode: mode }, mode, id);
  return refusal === undefined
    ? [fine(subject, `runs composite.js in process, with ${Object.keys(code.files).length} files pinned`)]
    : [problemWithAdvice(subject, refusal, `hcp config set packs.${id}.in_process true lets it`)];
};
