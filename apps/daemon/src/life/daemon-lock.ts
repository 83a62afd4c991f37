import { join } from 'node:path';
import { withKernelLock } from '@hcp/host';
import { HcpError } from '@hcp/pipeline';
import { readRecord } from './daemon-record.js';

/** The right to be the daemon of a home; gone with the process, however it ends. */
export interface DaemonLock {
  readonly release: () => Promise<void>;
}

/**
 * Takes the lock that one daemon holds for life. Throws HcpError `daemon_running`, naming the one that holds it; a
 * busy daemon holds it like any other, and a dead one does not.
 */
export async function holdDaemonLock(home: string): Promise<DaemonLock> {
  const file = join(home, 'hcpd.lock');
  return new Promise((resolve, reject) => {
    const held = withKernelLock(
      file,
      () =>
        new Promise<void>((end) => {
          resolve({
            release: () => {
              end();
              return held;
            },
          });
        }),
      { waitMs: 0 },
    );
    held.catch((error: unknown) => {
      const busy = error instanceof HcpError && error.code === 'lock_busy';
      reject(busy ? alreadyRunning(home) : (error as Error));
    });
  });
}

function alreadyRunning(home: string): HcpError {
  const record = readRecord(home);
  const who =
    record === undefined ? 'another process' : `process ${record.pid}, listening on ${record.listening.join(', ')},`;
  return new HcpError(
    'daemon_running',
    `${who} is the daemon of ${home} already; end it first, or set HCP_HOME to another home`,
  );
}
