import { lookup } from 'node:dns/promises';
import { addressClass, classOfHost, type AddressClass } from '@hcp/adapter-openapi/requesting';
import { HcpError } from '@hcp/pipeline';

/** What the operator said about addresses that are not public. */
export interface AddressConsent {
  /** `install --allow-private`. */
  readonly allowPrivate: boolean;
  /** Allowed for the very same document before. */
  readonly kept: readonly string[];
}

/** What is allowed, and what to tell the operator. */
export interface AllowedAddresses {
  readonly classes: readonly AddressClass[];
  readonly warnings: readonly string[];
}

const lookupMs = 3_000;

/**
 * Which classes of address the servers of a document may have (profile P12): public ones always, others only as far as
 * a server has one now and the operator allows it. Throws `HcpError` for one that was not allowed.
 */
export const allowedAddresses = async (
  servers: readonly string[],
  consent: AddressConsent,
): Promise<AllowedAddresses> => {
  const found = await Promise.all(servers.map((server) => examine(server, consent)));
  const classes = [...new Set(found.flatMap((one) => one.classes))].sort();
  const warnings = found.flatMap((one) => one.warnings);
  if (consent.allowPrivate && classes.length === 0) {
    warnings.push('--allow-private allows nothing here: no server of the document has a private address');
  }
  return { classes, warnings };
};

const examine = async (server: string, { allowPrivate, kept }: AddressConsent): Promise<AllowedAddresses> => {
  const { hostname, protocol } = new URL(server);
  const written = classOfHost(hostname);
  const classes = written === undefined ? (allowPrivate ? await resolve(hostname) : []) : [written];
  const beyond = classes.filter((one) => one !== 'public');
  const refused = beyond.find((one) => one === 'reserved' || !(allowPrivate || kept.includes(one)));
  if (refused !== undefined) throw refusedServer(server, refused);
  const open = protocol === 'http:' && !beyond.includes('loopback');
  const warnings = open ? [`server ${server} is not encrypted: whoever is on the way reads calls and credentials`] : [];
  // A name that is not looked up again stays allowed as it was.
  return { classes: written === undefined && !allowPrivate ? keptClasses(kept) : beyond, warnings };
};

const known: readonly AddressClass[] = ['loopback', 'private', 'link-local'];

const keptClasses = (kept: readonly string[]): readonly AddressClass[] => known.filter((one) => kept.includes(one));

const refusedServer = (server: string, found: AddressClass): HcpError =>
  new HcpError(
    'private_server',
    found === 'reserved'
      ? `server ${server} is at a reserved address, which no request is sent to; correct the document.`
      : `server ${server} is at a ${found} address; if that is meant, install the pack with --allow-private.`,
  );

/** A name that cannot be resolved allows nothing. */
const resolve = async (hostname: string): Promise<readonly AddressClass[]> => {
  const timer = new Promise<never>((_, reject) => {
    setTimeout(reject, lookupMs, new Error('too slow')).unref();
  });
  try {
    const addresses = await Promise.race([lookup(hostname, { all: true }), timer]);
    return addresses.map(({ address }) => addressClass(address));
  } catch {
    return [];
  }
};
