import { largestRecord } from '../credential/parse-record-json.js';
import type { Hub, HubAnswer, HubRequest } from '../hub.js';
import { familyFileName } from './family-file-name.js';
import { readPrivateFile } from './private-file.js';

/**
 * Makes the hub `local-credential` (profile P7): one private file a family in `directory`, the absolute path of
 * `credentials/` below the runtime's home. It only ever reads. Store with {@link connectLocalCredential}.
 */
export function createLocalCredentialHub({ directory }: { readonly directory: string }): Hub {
  return { name: 'local-credential', read: (request) => Promise.resolve(readFamily(directory, request)) };
}

function readFamily(directory: string, { family, packId }: HubRequest): HubAnswer {
  if (family === undefined) return { ok: false, reason: 'hub "local-credential" requires family' };
  const file = readPrivateFile(directory, familyFileName(family), largestRecord);
  if (file.ok) return { ok: true, source: file.source, text: file.bytes };
  if (!file.absent) return { ok: false, reason: file.reason };
  return { ok: false, reason: `family "${family}" has no credential (${file.reason}); run hcp connect ${packId}` };
}
