import { constants, type BigIntStats } from 'node:fs';
import { open } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { HcpError, type PinnedFile } from '@hcp/pipeline';

export type FileIdentity = Pick<PinnedFile, 'dev' | 'ino' | 'size' | 'mtime_ns' | 'ctime_ns'>;

const CHUNK_BYTES = 1 << 20;

export function identityOf(stat: BigIntStats): FileIdentity {
  return {
    dev: stat.dev.toString(),
    ino: stat.ino.toString(),
    size: stat.size.toString(),
    mtime_ns: stat.mtimeNs.toString(),
    ctime_ns: stat.ctimeNs.toString(),
  };
}

export function sameIdentity(left: FileIdentity, right: FileIdentity): boolean {
  return (
    left.ctime_ns === right.ctime_ns &&
    left.mtime_ns === right.mtime_ns &&
    left.ino === right.ino &&
    left.size === right.size &&
    left.dev === right.dev
  );
}

/**
 * Reads a regular file once and answers its digest together with the identity it had before and after.
 * Errors: `file_not_regular`, `file_changing` when it is written to meanwhile, and what the system says.
 */
export async function digestFile(path: string): Promise<FileIdentity & { readonly sha256: string }> {
  // NOFOLLOW: the path is a real path and has to stay one. NONBLOCK: a pipe put in its place must not stall the host.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const before = await handle.stat({ bigint: true });
    if (!before.isFile()) throw new HcpError('file_not_regular', `${path} is not a regular file`);
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Number(before.size) + 1));
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      hash.update(buffer.subarray(0, bytesRead));
    }
    const identity = identityOf(await handle.stat({ bigint: true }));
    if (!sameIdentity(identityOf(before), identity)) {
      throw new HcpError('file_changing', `${path} is written to while it is read; try again when that has ended`);
    }
    return { ...identity, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
