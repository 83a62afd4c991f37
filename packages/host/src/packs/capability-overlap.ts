import type { Issue } from '@hcp/manifest';
import type { DeclaredPack, LockEntry, PacksLock } from './packs-lock.js';

const mostNamed = 10;

const capabilitiesOf = ({ rules }: DeclaredPack): readonly string[] => [
  ...new Set(rules.flatMap(({ capability }) => (typeof capability === 'string' ? [capability] : []))),
];

const listed = (names: readonly string[]): string =>
  names.length > mostNamed
    ? `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
    : names.join(', ');

interface NamedPack {
  readonly id: string;
  readonly entry: Pick<LockEntry, 'declared'>;
}

const warningOf = (outer: NamedPack, inner: NamedPack, installed: string): Issue => {
  const below = capabilitiesOf(inner.entry.declared);
  const both = capabilitiesOf(outer.entry.declared).filter((name) => below.includes(name));
  const covered = below.length === 0 ? 'every capability' : listed(below);
  const shared = both.length === 0 ? '' : `, and both ask for ${listed(both)}`;
  return {
    code: 'capability_overlap',
    message:
      `/id pack ${outer.id} and pack ${inner.id} share capabilities (${installed} is installed): a grant of ` +
      `"${outer.id}.*" also allows ${covered} of ${inner.id}${shared}; grant single capabilities, or give one of the two another id`,
    path: '/id',
    severity: 'warning',
  };
};

/**
 * Profile P5: a capability starts with the id of its pack, so where one id and a dot begin another, what is granted
 * for the one pack reaches the other. A warning for each installed pack that it is so with.
 */
export const capabilityOverlaps = (made: NamedPack, lock: PacksLock): readonly Issue[] =>
  [...lock].flatMap(([id, entry]) => {
    const other = { id, entry };
    if (id.startsWith(`${made.id}.`)) return [warningOf(made, other, id)];
    return made.id.startsWith(`${id}.`) ? [warningOf(other, made, id)] : [];
  });
