import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { headFile, parseHead, readHeadBytes } from '../audit/audit-head.js';
import { listLogFiles, logFileSize } from '../audit/log-files.js';
import type { ConfigFile } from '../config/config-file.js';
import type { HomeFolder } from '../home/home-folder.js';
import { requireWritable } from '../home/require-writable.js';
import { reasonOf } from '../home/system-error.js';
import { packsLockFormat } from '../packs/packs-lock.js';
import { watchStateFile } from '../state/state-file.js';
import { tokensFormat } from '../tokens/token-file.js';
import type { AuditHealth } from './audit-health.js';

export interface ReadinessOptions {
  readonly home: HomeFolder;
  /** Throws for a broken `config.json`. */
  readonly config: () => ConfigFile;
  readonly auditHealth: AuditHealth;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The head names the newest flushed record: a log that ends before it has been cut (profile P8). */
const requireWholeAudit = (folder: string): void => {
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const bytes = readHeadBytes(folder);
  if (bytes === undefined) {
    if (listLogFiles(folder).length > 0) {
      throw new Error(`${headFile(folder)} is missing beside a log that holds records`);
    }
    return;
  }
  const { file, end } = parseHead(folder, bytes);
  if (end > 0 && (logFileSize(folder, file) ?? 0) < end) {
    throw new Error(
      `${join(folder, file)} ends before the record that ${headFile(folder)} names; see hcp audit verify`,
    );
  }
};

/**
 * Why calls could not be answered and recorded now, or `undefined`: the home takes a write, the audit is as long as
 * its head says and the last record was written, and `config.json`, `packs.lock.json` and `tokens.json` hold. A few
 * looks at files; what they hold is read only when it changed.
 */
export const createReadiness = (options: ReadinessOptions): (() => Promise<string | undefined>) => {
  const { home, config, auditHealth, now } = options;
  const { root, audit, packsLock, tokens } = home.layout;
  const readLock = watchStateFile(packsLock, packsLockFormat, now);
  const readTokens = watchStateFile(tokens, tokensFormat, now);
  const examine = (): void => {
    home.prepare(audit);
    requireWritable(root);
    requireWholeAudit(audit);
    config();
    readLock();
    readTokens();
  };
  return async () => {
    try {
      examine();
      await auditHealth.heal();
      const fault = auditHealth.fault();
      return fault === undefined ? undefined : `a record could not be written: ${fault}`;
    } catch (error) {
      return reasonOf(error);
    }
  };
};
