import { openApprovalFiles } from '../approvals/approval-files.js';
import { connectionsFormat } from '../credentials/connections-file.js';
import { readHmacKey } from '../audit/hmac-key.js';
import { reasonOf } from '../home/system-error.js';
import type { Finding } from '../host.js';
import { openSessionFiles } from '../sessions/session-files.js';
import type { StateStore } from '../state/state-store.js';
import { tokensFormat } from '../tokens/token-file.js';
import { fine, problem } from './finding.js';

/** Reads every one of these with what a call reads it with; a finding for each that a call could not use. */
const faultsOf = <T>(names: readonly T[], read: (name: T) => unknown, fix: string): readonly Finding[] =>
  names.flatMap((name) => {
    try {
      read(name);
      return [];
    } catch (error) {
      return [problem('state', reasonOf(error), fix)];
    }
  });

const examineSessions = (store: StateStore, folder: string): readonly Finding[] => {
  const files = openSessionFiles(store, folder);
  return faultsOf(files.names(), files.read, 'Move the file away; packs are activated on that session anew.');
};

const examineApprovals = (store: StateStore): readonly Finding[] => {
  const files = openApprovalFiles(store);
  return faultsOf(files.names(), files.readNamed, 'Move the file away; the calls that wait in it are made again.');
};

/** The state files that a call reads beside `config.json` and `packs.lock.json`. Changes nothing. */
export const examineState = (store: StateStore): readonly Finding[] => {
  const { cliSessions, httpSessions, tokens, connections, auditKey } = store.layout;
  const findings = [
    ...examineSessions(store, cliSessions),
    ...examineSessions(store, httpSessions),
    ...examineApprovals(store),
    ...faultsOf(
      [tokens],
      (path) => store.read(path, tokensFormat),
      'Move the file away; tokens are made anew with hcp token create.',
    ),
    ...faultsOf(
      [connections],
      (path) => store.read(path, connectionsFormat),
      'Move the file away; packs are connected anew with hcp connect.',
    ),
    ...faultsOf([auditKey], readHmacKey, 'Restore the file from a copy, or move it away to begin with a new key.'),
  ];
  return findings.length > 0 ? findings : [fine('state', 'sessions, approvals, tokens and the audit key can be read')];
};
