import { HcpError, type PackStore } from '@hcp/pipeline';
import type { ApprovalAdministration, PendingApproval } from '../host.js';
import type { RecordApproval } from '../host-audit.js';
import type { JsonObject } from '../state/shape.js';
import type { StateStore } from '../state/state-store.js';
import { packDigests } from './approval-digest.js';
import { grantLifetimeMs, standing, type Approvals, type StoredRequest } from './approval-file.js';
import { openApprovalFiles, type ApprovalFiles } from './approval-files.js';

export interface ApprovalAdministrationOptions {
  readonly store: StateStore;
  readonly packs: PackStore;
  readonly record: RecordApproval;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface Waiting {
  readonly approvals: Approvals;
  readonly request: StoredRequest;
}

const describe = ({ approvals, request }: Waiting): PendingApproval => ({
  id: request.id,
  requested_at: request.requested_at,
  tenant: approvals.tenant,
  principal_id: approvals.principal_id,
  session_id: request.session_id,
  pack_id: request.pack_id,
  verb_key: request.verb_key,
  args: JSON.parse(request.args) as JsonObject,
  binding_mode: request.binding_mode,
});

/** A grant of what has changed since could never be used, and the operator would have read something else. */
const requireUnchanged = async (
  packs: PackStore,
  { id, pack_id: packId, ...request }: StoredRequest,
): Promise<void> => {
  const found = await packs.resolve(packId);
  const reason = 'unknown' in found ? found.reason : undefined;
  const now = 'unknown' in found ? undefined : packDigests(found);
  const same =
    now?.surface_sha256 === request.surface_sha256 &&
    now.policy_sha256 === request.policy_sha256 &&
    now.bin_sha256 === request.bin_sha256 &&
    now.plans_sha256 === request.plans_sha256;
  if (!same) {
    throw new HcpError(
      'approval_outdated',
      `request ${id}: pack ${packId} is not what it was when the call was made${reason === undefined ? '' : `: ${reason}`}. ` +
        `Deny it with hcp approve ${id} --deny; the call has to be made again.`,
    );
  }
};

const newestLast = (one: PendingApproval, other: PendingApproval): number =>
  one.requested_at === other.requested_at ? 0 : one.requested_at < other.requested_at ? -1 : 1;

const listWaiting = (files: ApprovalFiles, now: number): readonly Waiting[] =>
  files
    .all()
    .map((approvals) => standing(approvals, now))
    .flatMap((approvals) => approvals.pending.map((request) => ({ approvals, request })));

/** Throws `HcpError` `unknown_approval`. */
const findWaiting = (all: readonly Waiting[], id: string): Waiting => {
  const found = all.find(({ request }) => request.id === id);
  if (found === undefined) {
    throw new HcpError(
      'unknown_approval',
      `no request ${JSON.stringify(id)} is waiting; it may have expired. hcp approve lists those that are.`,
    );
  }
  return found;
};

const sizeOf = ({ pending, granted }: Approvals): number => pending.length + granted.length;

const answered = ({ approvals, request }: Waiting): Approvals => ({
  ...approvals,
  pending: approvals.pending.filter(({ id }) => id !== request.id),
});

/** What the operator does about calls that wait (profile P5, P11 `approve`); recorded before it is done. */
export const createApprovalAdministration = (options: ApprovalAdministrationOptions): ApprovalAdministration => {
  const { store, packs, record, now } = options;
  const files = openApprovalFiles(store);
  const waiting = (): readonly Waiting[] => listWaiting(files, now());
  /** What has expired leaves the disk when the operator is at it anyway. */
  const sweep = (): void => {
    for (const approvals of files.all()) {
      const left = standing(approvals, now());
      if (sizeOf(left) < sizeOf(approvals)) {
        files.write(left);
      }
    }
  };
  const decide = async (found: Waiting, details: JsonObject): Promise<void> => {
    const { approvals, request } = found;
    await record({
      session_id: request.session_id,
      principal: approvals.principal_id,
      tenant: approvals.tenant,
      pack_id: request.pack_id,
      verb_key: request.verb_key,
      redacted_args: describe(found).args,
      surface_sha256: request.surface_sha256,
      policy_sha256: request.policy_sha256,
      binding_mode: request.binding_mode,
      details: { ...details, approval: request.id },
    });
  };
  return {
    pending: () => Promise.resolve().then(() => waiting().map(describe).sort(newestLast)),
    approve: (id) =>
      store.locked(async () => {
        sweep();
        const found = findWaiting(waiting(), id);
        await requireUnchanged(packs, found.request);
        const granted = now();
        const expires = new Date(granted + grantLifetimeMs).toISOString();
        await decide(found, { decision: 'approved', expires_at: expires });
        const { digest } = found.request;
        const grant = { id, digest, granted_at: new Date(granted).toISOString(), expires_at: expires };
        const left = answered(found);
        files.write({ ...left, granted: [...left.granted, grant] });
        return { ...describe(found), expires_at: expires };
      }),
    deny: (id) =>
      store.locked(async () => {
        sweep();
        const found = findWaiting(waiting(), id);
        await decide(found, { decision: 'denied' });
        files.write(answered(found));
        return describe(found);
      }),
  };
};
