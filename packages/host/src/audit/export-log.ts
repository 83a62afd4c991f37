import { type LogSource, readSnapshotFile, takeSnapshot } from './log-snapshot.js';

/** Every line of the log as it stands now, in order, without its line feed; a torn last one is left out. */
export async function* exportLog(source: LogSource): AsyncGenerator<string> {
  const { files } = await takeSnapshot(source);
  for (const file of files) {
    for (const line of readSnapshotFile(source.directory, file)) {
      if (line.complete) yield line.bytes.toString();
    }
  }
}
