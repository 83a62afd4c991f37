import { codeArgumentIssues, type Issue, type Manifest } from '@hcp/manifest';
import { HcpError } from '@hcp/pipeline';
import { validatePack, type PackValidation, type Policy } from '@hcp/policy';
import { oneLine, printIssue } from './print-issue.js';

/** A pack whose files passed every rule of §3.7 and profile P4, P5. */
export interface CheckedPack {
  readonly manifest: Manifest;
  readonly policy: Policy;
  readonly warnings: readonly Issue[];
}

/** The two files of a pack; one that is missing is `undefined`. */
export interface CheckedFiles {
  readonly surface: Uint8Array | undefined;
  readonly policy: Uint8Array | undefined;
}

const missingSurface: Issue = {
  code: 'invalid_meta',
  message: '/ surface.json is missing from the pack root',
  path: '/',
  severity: 'error',
};

const validate = ({ surface, policy }: CheckedFiles): Promise<PackValidation> =>
  surface === undefined
    ? Promise.resolve({ valid: false, issues: [missingSurface] })
    : validatePack({ surface, policy });

/** Every issue of a pack's two files (profile P4); a missing file is one. */
export const issuesOf = async (files: CheckedFiles): Promise<readonly Issue[]> => (await validate(files)).issues;

const invalidPack = (root: string, errors: readonly Issue[]): HcpError =>
  new HcpError(
    'invalid_pack',
    [`${oneLine(root)} is not a valid pack; mend these and try again:`, ...errors.map(printIssue)].join('\n'),
  );

/** Runs the validators. Throws `HcpError` `invalid_pack`, each error on a line of its own, `code: message`. */
export const checkPack = async (root: string, files: CheckedFiles): Promise<CheckedPack> => {
  const { issues, manifest, policy } = await validate(files);
  if (manifest === undefined || policy === undefined) {
    const errors = issues.filter(({ severity }) => severity === 'error');
    throw invalidPack(root, errors);
  }
  return { manifest, policy, warnings: issues.filter(({ severity }) => severity === 'warning') };
};

/**
 * The rule of §6.4 about shells and interpreters once more, for the file that `wrap.bin` is: its name may be that of
 * a symlink. Throws `HcpError` `invalid_pack` naming the real path.
 */
export const checkProgram = (root: string, manifest: Manifest, realPath: string): void => {
  const errors = codeArgumentIssues(manifest, realPath);
  if (errors.length > 0) throw invalidPack(root, errors);
};
