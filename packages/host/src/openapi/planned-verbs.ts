import type { OperationPlan, PlannedVerb } from '@hcp/adapter-openapi';
import { HcpError, type InstalledPack } from '@hcp/pipeline';
import { readPlan } from './read-plan.js';

/** Plans that a long-running process keeps. */
const mostKept = 256;

/** Reads plans as calls need them, each once for as long as it is pinned. `folder`: where plan files are. */
export const createPlannedVerbs = (folder: string): ((pack: InstalledPack, verbKey: string) => PlannedVerb) => {
  // By digest, so that a plan that was replaced is never found.
  const kept = new Map<string, OperationPlan>();
  return ({ id, operations }, verbKey) => {
    if (operations === undefined) {
      throw new HcpError('plan_unusable', `pack ${id} has no plans; hcp install --update <its folder> makes them`);
    }
    const digest = Object.hasOwn(operations.plans, verbKey) ? (operations.plans[verbKey]?.sha256 ?? '') : '';
    const plan = kept.get(digest) ?? readPlan(folder, operations, verbKey);
    kept.delete(digest);
    kept.set(digest, plan);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
    return { plan, allowed: operations.allowed_addresses as PlannedVerb['allowed'] };
  };
};
