import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import makeConnector from 'undici/lib/core/connect.js';
import { addressClass, type AddressClass } from './address-class.js';

/** An address that this pack may not be led to. */
export class RefusedAddress extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`${address} is a ${addressClass(address)} address`);
    this.address = address;
  }
}

/** Classes other than `public` that the operator allowed at install. */
export type AllowedClasses = readonly AddressClass[];

const isAllowed = (address: string, allowed: AllowedClasses): boolean => {
  const found = addressClass(address);
  return found === 'public' || allowed.includes(found);
};

/**
 * Connects to allowed addresses only (profile P12). Each connection is checked twice: what a name resolves to before
 * anything is sent to it, and the address at the other end before the connection is used. TLS certificates are
 * verified always.
 */
export function guardedConnector(allowed: AllowedClasses, timeoutMs: number): buildConnector.connector {
  const connect = makeConnector({
    timeout: timeoutMs,
    allowH2: false,
    rejectUnauthorized: true,
    lookup: guardedLookup(allowed),
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host, allowed)) {
      callback(new RefusedAddress(host), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      const fault = faultOf(socket, allowed);
      if (fault === undefined) {
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(fault, null);
    });
  };
}

function faultOf({ remoteAddress }: Socket, allowed: AllowedClasses): Error | undefined {
  if (remoteAddress === undefined) return new Error('the connection ended at once');
  return isAllowed(remoteAddress, allowed) ? undefined : new RefusedAddress(remoteAddress);
}

/** One address that is not allowed refuses them all: a name that leads to both is not trusted with either. */
function guardedLookup(allowed: AllowedClasses): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const refused = error === null ? addresses.find(({ address }) => !isAllowed(address, allowed)) : undefined;
      const [first] = error === null ? addresses : [];
      if (error !== null) callback(error, '', 0);
      else if (refused !== undefined) callback(new RefusedAddress(refused.address), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}
