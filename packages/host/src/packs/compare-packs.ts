import { rulesByVerb } from './declared-verbs.js';
import type { PinnedBin, PinnedFile } from '@hcp/pipeline';
import type { JsonObject } from '../state/shape.js';
import { compareCode } from './pack-code.js';
import type { LockedDocument } from '../openapi/locked-document.js';
import type { DeclaredPack, LockEntry } from './packs-lock.js';

const show = (value: unknown): string => (value === undefined || value === null ? 'none' : JSON.stringify(value));

const memberOf = (object: JsonObject, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined);

const keysOf = (one: object, other: object): readonly string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
];

const compareMembers = (subject: string, one: JsonObject, other: JsonObject): readonly string[] =>
  keysOf(one, other).flatMap((key) => {
    const before = show(memberOf(one, key));
    const after = show(memberOf(other, key));
    if (before === after) {
      return [];
    }
    return [
      key.endsWith('_sha256') ? `${subject}${key.slice(0, -7)} changed` : `${subject}${key}: ${before} -> ${after}`,
    ];
  });

type VerbRules = ReturnType<typeof rulesByVerb>;

const compareVerbs = (one: VerbRules, other: VerbRules): readonly string[] =>
  keysOf(one, other).flatMap((key) => {
    const before = Object.hasOwn(one, key) ? one[key] : undefined;
    const after = Object.hasOwn(other, key) ? other[key] : undefined;
    if (before === undefined || after === undefined) {
      const rules = after ?? {};
      const added = `added (access ${show(rules['access'])}, capability ${show(rules['capability'])}, confirm ${show(rules['confirm'])})`;
      return [`verb ${show(key)} ${before === undefined ? added : 'removed'}`];
    }
    return compareMembers(`verb ${show(key)}: `, before, after);
  });

/** A system file's digest is only on record, so that an upgrade of the system is no change of the pack (profile P9). */
const compareFile = (subject: string, one: PinnedFile, other: PinnedFile): readonly string[] => {
  if (one.path !== other.path) {
    return [`${subject}: ${one.path} -> ${other.path}`];
  }
  const pinnedContent = one.by === 'content' || other.by === 'content';
  return [
    ...(one.by === other.by ? [] : [`${subject}: ${one.path} pinned by ${one.by} -> by ${other.by}`]),
    ...(pinnedContent && one.sha256 !== other.sha256
      ? [`${subject}: content of ${one.path} changed, sha256 ${one.sha256} -> ${other.sha256}`]
      : []),
  ];
};

const compareInterpreters = (one: PinnedBin, other: PinnedBin): readonly string[] => {
  const shape = (bin: PinnedBin): string =>
    show(bin.interpreters.map(({ file, args }) => [file.path, ...args].join(' ')));
  if (shape(one) !== shape(other)) {
    return [`interpreters: ${shape(one)} -> ${shape(other)}`];
  }
  return one.interpreters.flatMap(({ file }, index) =>
    compareFile('interpreter', file, other.interpreters[index]?.file ?? file),
  );
};

const compareBins = (one: PinnedBin | null, other: PinnedBin | null): readonly string[] => {
  if (one === null || other === null) {
    return one === other ? [] : [`bin: ${show(one?.file.path)} -> ${show(other?.file.path)}`];
  }
  const settings = (bin: PinnedBin): JsonObject => ({
    'bin written as': bin.written,
    'bin started as': bin.argv0 ?? bin.file.path,
    'bin allowed': bin.allowed,
    'accepted folders': bin.accepted_paths,
  });
  return [
    ...compareFile('bin', one.file, other.file),
    ...compareInterpreters(one, other),
    ...compareMembers('', settings(one), settings(other)),
  ];
};

/** By what the document is and where it leads: a newer runtime may plan the same document otherwise. */
const documentSummary = (document: LockedDocument | undefined): JsonObject => ({
  document: document?.source,
  'document servers': document?.servers,
  'document allowed addresses': document?.allowed_addresses,
});

const digestMembers = (document: LockedDocument | undefined): JsonObject =>
  Object.fromEntries(Object.entries(document?.files ?? {}).map(([path, digest]) => [`${path}_sha256`, digest]));

const compareDocuments = (one: LockedDocument | undefined, other: LockedDocument | undefined): readonly string[] => [
  ...compareMembers('', documentSummary(one), documentSummary(other)),
  ...compareMembers('document ', digestMembers(one), digestMembers(other)),
];

const summary = ({ name, land, meta }: DeclaredPack): JsonObject => ({ name, 'privacy.land': land, ...meta });

/** One line for each thing in which two versions of a pack differ; none when a call could not tell them apart. */
export const compareEntries = (one: LockEntry, other: LockEntry): readonly string[] => {
  const files = [
    ['surface.json', one.surface_sha256, other.surface_sha256],
    ['policy.json', one.policy_sha256, other.policy_sha256],
    ['HARNESS.md', one.skill_sha256, other.skill_sha256],
  ] as const;
  return [
    ...(one.root === other.root ? [] : [`folder: ${one.root} -> ${other.root}`]),
    ...files
      .filter(([, before, after]) => before !== after)
      .map(([name, before, after]) => `${name} ${before === null ? 'added' : after === null ? 'removed' : 'changed'}`),
    ...compareMembers('', summary(one.declared), summary(other.declared)),
    ...compareVerbs(rulesByVerb(one.declared), rulesByVerb(other.declared)),
    ...compareBins(one.bin, other.bin),
    ...compareDocuments(one.openapi, other.openapi),
    ...compareCode(one, other),
  ];
};
