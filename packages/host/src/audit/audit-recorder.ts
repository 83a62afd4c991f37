import { type AuditLog, HcpError } from '@hcp/pipeline';
import { ensurePrivateFolder } from '../home/private-folder.js';
import { lazily } from '../lazily.js';
import type { AuditOptions } from './audit.js';
import { hmacSha256Hex } from './digest.js';
import type { GroupCommit } from './group-commit.js';
import { openHmacKey } from './hmac-key.js';
import type { Durability } from './log-writer.js';
import { markCall, openCallsFolder, unmarkCall } from './open-calls.js';
import { draftRecord, type DraftFields } from './record-draft.js';
import { canonicalText } from './stored-json.js';

/** Turns events into records and hands them to the log. */
export interface AuditRecorder extends AuditLog {
  /** Makes the folders and the key. */
  readonly prepare: () => Promise<unknown>;
  /** Resolves once the record is on disk. */
  readonly act: (fields: DraftFields) => Promise<void>;
  /** Puts on disk whatever was handed in before. */
  readonly flush: () => Promise<void>;
  /** Whatever comes from now on is refused. */
  readonly close: () => void;
}

export function makeAuditRecorder(options: AuditOptions, commit: GroupCommit): AuditRecorder {
  const { directory } = options;
  const prepare = lazily(async () => prepareFolder(options, commit));
  const underWay = new Set<Promise<void>>();
  let closed = false;
  let callsUnderWay = 0;
  const write = async (fields: DraftFields, durability: Durability): Promise<void> => {
    const draft = draftRecord(fields, argsHmac(fields.args, await prepare()));
    await commit.submit({ records: [draft], durability, inCompany: callsUnderWay > 1 });
  };
  const record = async (fields: DraftFields, durability: Durability): Promise<void> => {
    if (closed) throw new HcpError('audit_closed', 'audit: the log has been closed; open it again to record anything');
    const writing = write(fields, durability);
    underWay.add(writing);
    try {
      await writing;
    } finally {
      underWay.delete(writing);
    }
  };
  return {
    prepare,
    act: async (fields) => record(fields, 'named'),
    denial: async (event) => record(event, 'written'),
    // The marker stands before the intent and goes after the outcome: no intent of a dying process is without one.
    intent: async (event) => {
      await prepare();
      markCall(directory, event.call_id);
      callsUnderWay += 1;
      try {
        await record(event, 'flushed');
      } catch (cause) {
        callsUnderWay -= 1;
        unmarkCall(directory, event.call_id);
        throw cause;
      }
    },
    outcome: async (event) => {
      try {
        await record(event, 'written');
        unmarkCall(directory, event.call_id);
      } finally {
        callsUnderWay -= 1;
      }
    },
    flush: async () => {
      await Promise.allSettled(underWay);
      await commit.flush();
    },
    close: () => {
      closed = true;
    },
  };
}

async function prepareFolder(options: AuditOptions, commit: GroupCommit): Promise<Uint8Array> {
  const { directory, hmacKeyFile, onNotice } = options;
  ensurePrivateFolder(directory, onNotice);
  ensurePrivateFolder(openCallsFolder(directory), onNotice);
  return openHmacKey({ file: hmacKeyFile, commit, onNotice });
}

function argsHmac(args: unknown, key: Uint8Array): string | null {
  return args === undefined ? null : hmacSha256Hex(key, canonicalText(args));
}
