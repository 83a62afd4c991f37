import type { OperationPlan } from '@hcp/adapter-openapi';
import { deriveMeta, type Manifest, type Verb } from '@hcp/manifest';
import type { InstalledPack, UnknownPack } from '@hcp/pipeline';
import type { DocumentDetails, PackDetails, PackSummary, VerbDetails } from '../host.js';
import { isObject, type JsonObject } from '../state/shape.js';
import { rulesByVerb } from './declared-verbs.js';
import type { LockEntry } from './packs-lock.js';

/** One installed pack and what it resolves to now. */
export interface PackView {
  readonly id: string;
  readonly entry: LockEntry;
  readonly found: InstalledPack | UnknownPack;
  /** Why its calls would be refused, then what to do; `undefined` when nothing is known against them. */
  readonly fault: string | undefined;
  /** Of an openapi pack. */
  readonly plans?: ReadonlyMap<string, OperationPlan>;
}

const manifestOf = ({ found }: PackView): Manifest | undefined => ('unknown' in found ? undefined : found.manifest);

/** As declared when it was installed, which is what the operator agreed to; the files may be gone or changed. */
export const summarise = (view: PackView): PackSummary => {
  const { id, entry, fault } = view;
  const { name, meta, verbs } = entry.declared;
  return {
    id,
    name,
    kind: meta.adapter_kind,
    root: entry.root,
    verbs: Object.keys(verbs),
    allowed: entry.bin?.allowed ?? entry.code?.trusted ?? true,
    bootstrap: meta.pass_through !== undefined,
    state: fault ?? 'ok',
  };
};

const argumentsOf = (verb: Verb | undefined): readonly string[] => {
  const properties = isObject(verb?.args) ? verb.args['properties'] : undefined;
  return isObject(properties) ? Object.keys(properties) : [];
};

/** Those that the document offers, and what the verb says of them itself. */
const plannedArguments = ({ plans }: PackView, key: string, verb: Verb | undefined): readonly string[] => [
  ...new Set([...Object.keys(plans?.get(key)?.args['properties'] ?? {}), ...argumentsOf(verb)]),
];

const describeVerb = (key: string, rules: JsonObject, { view, verb }: DescribedVerb): VerbDetails => ({
  key,
  description: verb?.description ?? null,
  access: rules['access'] as VerbDetails['access'],
  capability: rules['capability'] as VerbDetails['capability'],
  confirm: rules['confirm'] as VerbDetails['confirm'],
  arguments: plannedArguments(view, key, verb),
});

interface DescribedVerb {
  readonly view: PackView;
  readonly verb: Verb | undefined;
}

const codeOf = ({ code }: LockEntry): PackDetails['code'] =>
  code === undefined || code === null ? null : { trusted: code.trusted, files: Object.keys(code.files).length };

/** Descriptions and arguments are shown only while the pack's files are the installed ones. */
export const describe = (view: PackView, settings: JsonObject, openapi: DocumentDetails | null): PackDetails => {
  const { entry } = view;
  const manifest = manifestOf(view);
  return {
    ...summarise(view),
    meta: manifest === undefined ? entry.declared.meta : deriveMeta(manifest),
    verb_details: Object.entries(rulesByVerb(entry.declared)).map(([key, rules]) =>
      describeVerb(key, rules, { view, verb: manifest?.verbs[key] }),
    ),
    surface_sha256: entry.surface_sha256,
    policy_sha256: entry.policy_sha256,
    bin: entry.bin,
    code: codeOf(entry),
    openapi,
    installed_at: entry.installed_at,
    settings,
  };
};
