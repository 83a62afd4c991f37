import { type AuditEvent, type AuditLog, HcpError } from '@hcp/pipeline';
import { ensurePrivateFolder } from '../home/private-folder.js';
import { lazily } from '../lazily.js';
import type { AuditOptions } from './audit.js';
import { hmacSha256Hex } from './digest.js';
import type { GroupCommit } from './group-commit.js';
import { openHmacKey } from './hmac-key.js';
import type { Durability } from './log-writer.js';
import { markCall, openCallsFolder, unmarkCall } from './open-calls.js';
import { makeOwedOutcomes } from './owed-outcomes.js';
import { draftRecord, type DraftFields } from './record-draft.js';
import type { FieldTexts } from './record-fields.js';
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
  const { track, settled } = trackWork();
  const owed = makeOwedOutcomes(directory, commit);
  let closed = false;
  let callsUnderWay = 0;
  const requireOpen = (): void => {
    if (closed) throw closedFault();
  };
  const submit = async (record: FieldTexts, durability: Durability): Promise<void> =>
    commit.submit({ records: [record], durability, inCompany: callsUnderWay > 1 });
  const record = async (fields: DraftFields, durability: Durability): Promise<void> => {
    requireOpen();
    await track(prepare().then(async (key) => submit(draftWith(fields, key), durability)));
  };
  /** The runtime knows how the call ended: what cannot be written now is written later (profile P2 step 9). */
  const settle = async (event: AuditEvent): Promise<void> => {
    const made = draftWith(event, await prepare());
    try {
      await submit(made, 'written');
    } catch (cause) {
      owed.add(event.call_id, made);
      throw cause;
    }
    unmarkCall(directory, event.call_id);
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
        requireOpen();
        await track(settle(event));
      } finally {
        callsUnderWay -= 1;
      }
    },
    flush: async () => {
      await settled();
      await owed.pay();
      await commit.flush();
    },
    close: () => {
      closed = true;
    },
  };
}

const closedFault = (): HcpError =>
  new HcpError('audit_closed', 'audit: the log has been closed; open it again to record anything');

const draftWith = (fields: DraftFields, key: Uint8Array): FieldTexts => draftRecord(fields, argsHmac(fields.args, key));

interface TrackedWork {
  readonly track: (work: Promise<void>) => Promise<void>;
  /** Resolves when all that is tracked now has come to its end, whichever. */
  readonly settled: () => Promise<unknown>;
}

function trackWork(): TrackedWork {
  const underWay = new Set<Promise<void>>();
  return {
    track: async (work) => {
      underWay.add(work);
      try {
        await work;
      } finally {
        underWay.delete(work);
      }
    },
    settled: async () => Promise.allSettled(underWay),
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
