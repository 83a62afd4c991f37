import { BlockList, isIP } from 'node:net';
import type { TcpAddress } from './settings.js';
import { UsageError } from './usage-error.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * `HOST:PORT` of `--listen`: a loopback address, `[::1]` in brackets, or `localhost`, which is 127.0.0.1 here. Anything
 * else is a `UsageError`: this program speaks plain HTTP and leaves no machine.
 */
export function parseAddress(text: string): TcpAddress {
  const [, written = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (written === '' || port > 65_535) {
    throw new UsageError(`--listen takes HOST:PORT such as 127.0.0.1:7411, not ${JSON.stringify(text)}`);
  }
  const host = written === 'localhost' ? '127.0.0.1' : unbracketed(written);
  if (isLoopbackAddress(host)) return { host, port };
  throw new UsageError(
    `--listen takes a loopback address (127.0.0.1 or [::1]), not ${JSON.stringify(written)}; ` +
      'put a proxy with TLS in front to be reached from elsewhere',
  );
}

/** 127.0.0.0/8 or ::1, literally. */
export function isLoopbackAddress(host: string): boolean {
  const version = isIP(host);
  return version !== 0 && loopback.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

function unbracketed(host: string): string {
  const inner = /^\[([^[\]]+)\]$/.exec(host)?.[1];
  if (inner !== undefined) return isIP(inner) === 6 ? inner : host;
  return isIP(host) === 6 ? `[${host}]` : host;
}
