import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationPlan } from '@hcp/adapter-openapi';
import type { PinnedPlan } from '@hcp/pipeline';
import { sha256Hex } from '../audit/digest.js';
import type { StateStore } from '../state/state-store.js';

/** Plans of one pack as one text: a plan a line, and a last line that says where each stands. */
export interface PlanText {
  readonly text: string;
  readonly file: string;
  readonly index: PinnedPlan;
}

/** Keys that the runtime reads for itself (§6.1). */
const reservedKeys = ['confirm', 'apply', 'mode'];

/** Puts plans into one text whose name follows from its content, so that no two versions share a file. */
export const printPlans = (packId: string, plans: ReadonlyMap<string, OperationPlan>): PlanText => {
  let at = 0;
  const lines: string[] = [];
  const pinned = [...plans].map(([verbKey, plan]): [string, PinnedPlan] => {
    const line = JSON.stringify(plan);
    const bytes = Buffer.byteLength(line);
    const own = reservedKeys.filter((key) => Object.hasOwn(plan.args['properties'] ?? {}, key));
    const place = { at, bytes, sha256: sha256Hex(line), ...(own.length === 0 ? {} : { own_keys: own }) };
    lines.push(`${line}\n`);
    at += bytes + 1;
    return [verbKey, place];
  });
  const index = JSON.stringify(Object.fromEntries(pinned));
  const text = `${lines.join('')}${index}\n`;
  return {
    text,
    file: `${packId}-${sha256Hex(text).slice(0, 16)}.plans`,
    index: { at, bytes: Buffer.byteLength(index), sha256: sha256Hex(index) },
  };
};

/** Writes a plan file whole. The caller holds the state lock. Throws `HcpError`. */
export const writePlanFile = (store: StateStore, { file, text }: PlanText): void =>
  store.writeText(join(store.layout.plans, file), text);

/** Removes plan files of a pack but those `kept`: a call under way may still read the one before. */
export const removePlanFiles = (folder: string, packId: string, kept: readonly string[]): void => {
  const own = new RegExp(`^${packId.replaceAll('.', '\\.')}-[0-9a-f]{16}\\.plans$`);
  for (const name of planFilesIn(folder)) {
    if (own.test(name) && !kept.includes(name)) rmSync(join(folder, name), { force: true });
  }
};

const planFilesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return []; // There is no folder before the first plan.
  }
};
