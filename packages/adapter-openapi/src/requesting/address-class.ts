import { BlockList, isIP } from 'node:net';

/** Where an address leads. `reserved`: nowhere that a service should be. */
export type AddressClass = 'public' | 'loopback' | 'private' | 'link-local' | 'reserved';

type Range = readonly [network: string, prefix: number];

const ranges: Readonly<Record<Exclude<AddressClass, 'public'>, readonly Range[]>> = {
  loopback: [
    ['127.0.0.0', 8],
    ['::1', 128],
  ],
  private: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
    ['fc00::', 7],
    ['fec0::', 10],
    // Translation of a site's own (RFC 8215).
    ['64:ff9b:1::', 48],
  ],
  'link-local': [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  reserved: [
    ['0.0.0.0', 8],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
    ['::', 128],
    ['100::', 64],
    ['2001::', 32],
    ['2001:db8::', 32],
    ['ff00::', 8],
  ],
};

const lists = Object.entries(ranges).map(([name, networks]) => {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
  return [name as AddressClass, list] as const;
});

/** The class of an IP address; an IPv4 address inside an IPv6 one counts as itself. Anything else is `reserved`. */
export function addressClass(address: string): AddressClass {
  const plain = address.replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 0) return 'reserved';
  if (family === 4) return classIn(plain, 'ipv4');
  const embedded = embeddedAddress(plain);
  return embedded === undefined ? classIn(plain, 'ipv6') : classIn(embedded, 'ipv4');
}

function classIn(address: string, family: 'ipv4' | 'ipv6'): AddressClass {
  return lists.find(([, list]) => list.check(address, family))?.[0] ?? 'public';
}

/** The IPv4 address that a mapped, translated (NAT64) or 6to4 address leads to. */
function embeddedAddress(address: string): string | undefined {
  const groups = expand(address);
  const from = (at: number): string => {
    const [high = 0, low = 0] = groups.slice(at);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  };
  const starts = (...wanted: readonly number[]): boolean => wanted.every((group, at) => groups[at] === group);
  if (starts(0, 0, 0, 0, 0, 0xffff) || starts(0x64, 0xff9b, 0, 0, 0, 0)) return from(6);
  if (starts(0, 0, 0, 0, 0, 0) && (groups[6] ?? 0) !== 0) return from(6);
  return starts(0x2002) ? from(1) : undefined;
}

function expand(address: string): readonly number[] {
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const groupsOf = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  return tail === undefined
    ? before
    : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** The class of a host that is written as an address, or is this machine's own name; `undefined` for any other name. */
export function classOfHost(hostname: string): AddressClass | undefined {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return addressClass(host);
  return host === 'localhost' || host.endsWith('.localhost') ? 'loopback' : undefined;
}
