import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-home.js';

export interface PackText {
  readonly surface?: unknown;
  readonly policy?: unknown;
  readonly skill?: string;
  readonly bin?: string;
}

export const ledgerSurface = {
  id: 'ledger',
  name: 'Ledger',
  kind: 'wrap',
  cliBin: 'ledger',
  wrap: { bin: './bin/ledger.sh' },
  verbs: {
    list: {
      description: 'Lists entries.',
      cli: ['ledger', 'list', '{{since}}'],
      args: { type: 'object', properties: { since: { type: 'string' } } },
    },
    transfer: { description: 'Moves money.', cli: ['ledger', 'transfer', '{{amount}}'] },
  },
};

export const ledgerPolicy = {
  surface_id: 'ledger',
  verbs: { list: { access: 'read' }, transfer: { access: 'write', capability: 'ledger.transfer' } },
};

export const ledgerBin = '#!/bin/sh\nprintf \'{"argv":"%s"}\' "$*"\n';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** Writes the files of a pack into a folder, those of the ledger where none are given. */
export const writePack = (dir: string, text: PackText = {}): void => {
  mkdirSync(join(dir, 'bin'), { recursive: true });
  writeFileSync(join(dir, 'surface.json'), textOf(text.surface ?? ledgerSurface));
  writeFileSync(join(dir, 'policy.json'), textOf(text.policy ?? ledgerPolicy));
  writeFileSync(join(dir, 'bin', 'ledger.sh'), text.bin ?? ledgerBin);
  chmodSync(join(dir, 'bin', 'ledger.sh'), 0o755);
  if (text.skill !== undefined) {
    writeFileSync(join(dir, 'HARNESS.md'), text.skill);
  }
};

/** A folder of this test with a pack in it. */
export const makePack = (text: PackText = {}): string => {
  const dir = join(temporaryFolder(), 'pack');
  writePack(dir, text);
  return dir;
};

/** A composite pack with one verb, which needs no program. */
export const plainPack = (id: string): PackText => ({
  surface: { id, kind: 'composite', verbs: { look: { description: 'Looks.' } } },
  policy: { surface_id: id, verbs: { look: { access: 'read' } } },
});
