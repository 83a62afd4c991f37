import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { HcpError, type ApprovalRequest, type InstalledPack } from '@hcp/pipeline';

/** What an approval remembers of a pack: whatever of it changes makes the approval unusable (profile P5). */
export interface PackDigests {
  readonly surface_sha256: string;
  readonly policy_sha256: string;
  /** Over the pinned program and its interpreters; `null` for a pack without one. */
  readonly bin_sha256: string | null;
  /** Over the plans of an OpenAPI document and what they may reach; absent for a pack without one. */
  readonly plans_sha256?: string;
}

/** RFC 8785, then SHA-256. Text that is not well-formed has no such form: two different calls must never read alike. */
const digestOf = (value: unknown): string => {
  try {
    return hash('sha256', canonicalize(value) ?? '', 'hex');
  } catch (error) {
    throw new HcpError(
      'approval_arguments',
      'approval: the arguments have no canonical form (RFC 8785); send well-formed text and finite numbers.',
      { cause: error },
    );
  }
};

const binDigest = ({ bin }: InstalledPack): string | null =>
  bin === undefined
    ? null
    : digestOf({
        argv0: bin.argv0 ?? null,
        files: [{ file: bin.file, args: [] }, ...bin.interpreters].map(({ file, args }) => ({
          path: file.path,
          sha256: file.sha256,
          args,
        })),
      });

export const packDigests = (pack: InstalledPack): PackDigests => ({
  surface_sha256: pack.surfaceSha256,
  policy_sha256: pack.policySha256,
  bin_sha256: binDigest(pack),
  ...(pack.operations === undefined
    ? {}
    : { plans_sha256: digestOf([pack.operations.file, pack.operations.allowed_addresses]) }),
});

/**
 * Names exactly one call (profile P5). `args` are those that would reach the program: the pipeline has taken out
 * `confirm` and `apply`, unless the verb declares them as arguments of its own, where another value is another call.
 */
export const approvalDigest = (request: ApprovalRequest): string =>
  digestOf({
    tenant: request.principal.tenant,
    principal: request.principal.id,
    session: request.sessionId,
    pack: request.pack.id,
    verb: request.verbKey,
    args: request.args,
    binding_mode: request.bindingMode,
    ...packDigests(request.pack),
  });
