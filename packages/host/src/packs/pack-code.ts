import { codeFault, hasCode, pinFiles } from '@hcp/adapter-composite';
import type { Manifest } from '@hcp/manifest';
import type { PinnedCode } from '@hcp/pipeline';
import type { LockEntry } from './packs-lock.js';

/** Files that have lines of their own in what an update shows. */
const comparedApart: ReadonlySet<string> = new Set(['surface.json', 'policy.json', 'HARNESS.md']);

/**
 * Every file of a composite pack that brings a `composite.js` (profile P12); `undefined` for a pack without one. Throws
 * `HcpError` `code_unpinnable`.
 */
export const pinCode = (manifest: Manifest, root: string, trusted: boolean): PinnedCode | undefined =>
  manifest.kind === 'composite' && hasCode(root) ? { trusted, files: pinFiles(root) } : undefined;

/** What the operator has to know of the trust that was given, or was not. */
export const trustWarnings = ({ code, root }: LockEntry, asked: boolean): readonly string[] => {
  if (code === undefined || code === null) {
    return asked ? [`${root} has no composite.js to trust; --trust-code has no effect`] : [];
  }
  return code.trusted
    ? []
    : [
        `composite.js in ${root} is not trusted, so its verbs are refused; it runs in the runtime's own process: ` +
          `read it, then hcp install --update --trust-code ${root}`,
      ];
};

type Digests = Readonly<Record<string, string>>;

const compareFiles = (one: Digests, other: Digests, counts: (name: string) => boolean): readonly string[] => {
  const lineOf = (name: string): readonly string[] => {
    if (!Object.hasOwn(other, name)) return [`file ${name} removed`];
    if (!Object.hasOwn(one, name)) return [`file ${name} added`];
    return one[name] === other[name] ? [] : [`file ${name} changed`];
  };
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(counts).flatMap(lineOf);
};

/** Trust is of these very files: a pack that is installed again keeps it as long as each one is what was trusted. */
export const withKeptTrust = (installed: LockEntry | undefined, entry: LockEntry): LockEntry => {
  const { code } = entry;
  const kept =
    installed?.code?.trusted === true &&
    installed.root === entry.root &&
    compareFiles(installed.code.files, code?.files ?? {}, () => true).length === 0;
  return kept && code !== undefined && code !== null ? { ...entry, code: { ...code, trusted: true } } : entry;
};

/** Why a call of the pack's own handlers would be refused now, then what to do. */
export const packCodeFault = ({ code, root }: LockEntry): string | undefined => {
  const fault = code === undefined || code === null ? undefined : codeFault(root, code);
  return fault === undefined
    ? undefined
    : `${fault.split('; ', 1)[0] ?? fault}; read it, then hcp install --update --trust-code ${root}`;
};

/** One line for each thing in which the code of two versions of a pack differs. */
export const compareCode = (one: LockEntry, other: LockEntry): readonly string[] => {
  const [before, after] = [one.code ?? undefined, other.code ?? undefined];
  const shown = (code: PinnedCode | undefined): string =>
    code === undefined ? 'none' : code.trusted ? 'trusted' : 'not trusted';
  return [
    ...(shown(before) === shown(after) ? [] : [`composite.js: ${shown(before)} -> ${shown(after)}`]),
    ...(before === undefined || after === undefined
      ? []
      : compareFiles(before.files, after.files, (name) => !comparedApart.has(name))),
  ];
};
