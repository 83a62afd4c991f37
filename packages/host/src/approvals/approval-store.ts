import { randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import { findEntry } from '@hcp/policy';
import { hideSecrets, redactArgs, type ApprovalClaim, type ApprovalRequest, type ApprovalStore } from '@hcp/pipeline';
import type { StateStore } from '../state/state-store.js';
import { approvalDigest, packDigests } from './approval-digest.js';
import { standing, type Approvals, type Grant, type StoredRequest } from './approval-file.js';
import { openApprovalFiles, type ApprovalFiles, type Owner } from './approval-files.js';

export interface ApprovalStoreOptions {
  readonly store: StateStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly notify: (message: string) => void;
}

/** Requests of one principal that wait at a time; one more is refused like any other and not filed. */
export const mostPending = 32;
/** Bytes of the arguments of one request: what an operator cannot read is not approved. */
export const mostArgumentBytes: number = 32 * 1024;

const asIs = (text: string): string => text;

const ownerOf = ({ principal }: ApprovalRequest): Owner => ({ tenant: principal.tenant, principal_id: principal.id });

const shownArguments = ({ pack, verbKey, args, redact = asIs }: ApprovalRequest): string =>
  canonicalize(hideSecrets(redactArgs(args, findEntry(pack.policy, verbKey)), redact)) ?? '{}';

/** Why a request is not filed, for the operator. */
const unfiled = (approvals: Approvals, request: ApprovalRequest, shown: string): string | undefined => {
  const who = `${request.principal.id} of tenant ${request.principal.tenant}`;
  const what = `${request.pack.id} ${request.verbKey}`;
  if (Buffer.byteLength(shown) > mostArgumentBytes) {
    return `approval: ${who} asks for ${what} with more than ${mostArgumentBytes} bytes of arguments, too many to be shown; it is refused.`;
  }
  return approvals.pending.length < mostPending
    ? undefined
    : `approval: ${who} has ${mostPending} requests waiting, so another for ${what} is refused and not filed; see hcp approve.`;
};

interface Finding {
  /** Claimed, and so gone from the file. */
  readonly grant?: Grant;
  /** What to write, when anything. */
  readonly changed?: Approvals;
  readonly notice?: string | undefined;
}

const without = <T extends { readonly id: string }>(list: readonly T[], { id }: T): readonly T[] =>
  list.filter((other) => other.id !== id);

const claimOrFile = (approvals: Approvals, request: ApprovalRequest, now: number): Finding => {
  const digest = approvalDigest(request);
  const grant = approvals.granted.find((other) => other.digest === digest);
  if (grant !== undefined) {
    return { grant, changed: { ...approvals, granted: without(approvals.granted, grant) } };
  }
  if (approvals.pending.some((other) => other.digest === digest)) {
    return {};
  }
  const args = shownArguments(request);
  const notice = unfiled(approvals, request, args);
  if (notice !== undefined) {
    return { notice };
  }
  const filed: StoredRequest = {
    id: randomBytes(8).toString('hex'),
    digest,
    requested_at: new Date(now).toISOString(),
    session_id: request.sessionId,
    pack_id: request.pack.id,
    verb_key: request.verbKey,
    args,
    binding_mode: request.bindingMode,
    ...packDigests(request.pack),
  };
  return { changed: { ...approvals, pending: [...approvals.pending, filed] } };
};

/**
 * A claimed grant is off the disk: whoever dies with it has used it up (profile P5, never restored). Consuming it
 * has nothing left to do; giving it back writes it again, to end when it would have ended.
 */
const claimOf = (grant: Grant, owner: Owner, { store, files }: ClaimContext): ApprovalClaim => {
  let settled = false;
  const settle = (): void => {
    if (settled) {
      throw new TypeError(`approval ${grant.id} is settled already`);
    }
    settled = true;
  };
  return {
    consume: () => Promise.resolve().then(settle),
    giveBack: async () => {
      settle();
      await store.locked(() => {
        const approvals = files.read(owner);
        files.write({ ...approvals, granted: [...approvals.granted, grant] });
        return Promise.resolve();
      });
    },
  };
};

interface ClaimContext {
  readonly store: StateStore;
  readonly files: ApprovalFiles;
}

/** Step 6 of a verb whose policy says `"confirm": "approval"` (profile P5). Nothing inside the arguments satisfies it. */
export const createApprovalStore = ({ store, now, notify }: ApprovalStoreOptions): ApprovalStore => {
  const files = openApprovalFiles(store);
  return {
    claim: async (request) => {
      const owner = ownerOf(request);
      const look = (): Finding => claimOrFile(standing(files.read(owner), now()), request, now());
      // Asking again while the operator has not answered changes nothing and takes no lock.
      const first = look();
      const { grant, notice } =
        first.changed === undefined ? first : await store.locked(() => Promise.resolve(commit(look(), files)));
      if (notice !== undefined) {
        notify(notice);
      }
      return grant === undefined ? undefined : claimOf(grant, owner, { store, files });
    },
    holds: async (request) => {
      const { granted } = standing(files.read(ownerOf(request)), now());
      const digest = approvalDigest(request);
      return Promise.resolve(granted.some((grant) => grant.digest === digest));
    },
  };
};

const commit = (found: Finding, files: ApprovalFiles): Finding => {
  if (found.changed !== undefined) {
    files.write(found.changed);
  }
  return found;
};
