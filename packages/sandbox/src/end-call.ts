import { endLeftovers } from './leftovers.js';
import { readEnviron } from './process-table.js';
import { removeFolder } from './remove-folder.js';
import { temporaryFolder } from './work-folders.js';

/**
 * Ends every process that carries this call id and answers how many there were; for calls whose host died
 * (profile P8 `recovery`). With a work root, the call's temporary folder goes too. A call this very process is a part of
 * is running and is left alone. Errors: `work_folder` for an id that cannot be one.
 */
export async function endCall(callId: string, workRoot?: string): Promise<number> {
  const temporary = temporaryFolder(workRoot ?? '/', callId);
  const own = readEnviron(process.pid)?.toString('latin1').split('\0') ?? [];
  if (own.includes(`HCP_CALL_ID=${callId}`)) return 0;
  const { ended } = await endLeftovers({ callId, leader: undefined, onlyNewer: () => false });
  if (workRoot !== undefined) await removeFolder(temporary);
  return ended;
}
