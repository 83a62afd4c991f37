import { HcpError } from '@hcp/pipeline';
import { systemErrorCode } from '../home/system-error.js';
import { type LogSource, readSnapshotFile, takeSnapshot } from './log-snapshot.js';

/** Every line of the log as it stands now, in order, without its line feed; a torn last one is left out. */
export async function* exportLog(source: LogSource): AsyncGenerator<string> {
  const { files } = await takeSnapshot(source);
  try {
    for (const file of files) {
      for (const line of readSnapshotFile(source.directory, file)) {
        if (line.complete) yield line.bytes.toString();
      }
    }
  } catch (cause) {
    if (systemErrorCode(cause) !== 'ENOENT') throw cause;
    const message = `audit: old files of ${source.directory} were removed during the export; export again`;
    throw new HcpError('audit_changed', message, { cause });
  }
}
