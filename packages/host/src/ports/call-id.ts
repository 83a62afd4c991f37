import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const idBytes = 16;
const idsAtOnce = 16;

let pool: Buffer = Buffer.alloc(0);
let used = 0;

/** A new call id: 122 random bits in the form of an RFC 9562 UUID, version 4. */
export function newCallId(): string {
  if (used === pool.length) {
    pool = randomBytes(idBytes * idsAtOnce);
    used = 0;
  }
  const bytes = pool.subarray(used, used + idBytes);
  used += idBytes;
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** From the kernel; loading `node:crypto`, which asks it as well, costs more than all else before a first call. */
function randomBytes(length: number): Buffer {
  return readKernelRandom('/dev/urandom', length) ?? process.getBuiltinModule('node:crypto').randomBytes(length);
}

/** `undefined` where the file is missing or anything but the device. */
export function readKernelRandom(path: string, length: number): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const bytes = Buffer.alloc(length);
    const isDevice = fstatSync(descriptor).isCharacterDevice();
    return isDevice && readSync(descriptor, bytes) === length ? bytes : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
