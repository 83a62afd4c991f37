import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh folder of this test, removed after it. */
export const temporaryFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hcp-host-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A home that does not exist yet. */
export const temporaryHome = (): string => join(temporaryFolder(), 'home');

export const mayChangeOwner = process.geteuid?.() === 0;
