import { hash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HcpError } from '@hcp/pipeline';
import { flushFolder } from '../home/private-folder.js';
import { systemErrorCode } from '../home/system-error.js';
import type { StateStore } from '../state/state-store.js';
import { approvalsFormat, approvalsMembers, type Approvals } from './approval-file.js';

/** Whose approvals; a principal is told by tenant and id together. */
export type Owner = Pick<Approvals, 'tenant' | 'principal_id'>;

/** One file for each principal, so that nobody's requests make another's slow, large or unreadable. */
export interface ApprovalFiles {
  readonly read: (owner: Owner) => Approvals;
  /** The files there are; nothing is opened. */
  readonly names: () => readonly string[];
  readonly readNamed: (name: string) => Approvals | undefined;
  /** Everyone's, in no order that means anything. */
  readonly all: () => readonly Approvals[];
  /** Call it under the state lock only; what is empty is removed. */
  readonly write: (approvals: Approvals) => void;
}

const fileName = /^[0-9a-f]{64}\.json$/;

const nameOf = ({ tenant, principal_id: id }: Owner): string =>
  `${hash('sha256', JSON.stringify([tenant, id]), 'hex')}.json`;

const entries = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return [];
    }
    throw error;
  }
};

/** Throws `HcpError` for a corrupt file. */
export const openApprovalFiles = (store: StateStore): ApprovalFiles => {
  const folder = store.layout.approvals;
  const readNamed = (name: string): Approvals | undefined => {
    const path = join(folder, name);
    const found = store.read(path, approvalsFormat);
    if (found !== undefined && nameOf(found) !== name) {
      throw new HcpError('state_corrupt', `${path}: /principal_id and /tenant are not those the file is named for.`);
    }
    return found;
  };
  const names = (): readonly string[] => entries(folder).filter((name) => fileName.test(name));
  return {
    read: (owner) => readNamed(nameOf(owner)) ?? { ...owner, pending: [], granted: [] },
    names,
    readNamed,
    all: () => names().flatMap((name) => readNamed(name) ?? []),
    write: (approvals) => {
      const path = join(folder, nameOf(approvals));
      if (approvals.pending.length + approvals.granted.length > 0) {
        store.write(path, approvalsMembers(approvals));
        return;
      }
      rmSync(path, { force: true });
      flushFolder(folder);
    },
  };
};
