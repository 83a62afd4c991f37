import { DocumentFault } from '../document/document-fault.js';
import { isObject, member, objectOf, textOf } from '../document/json.js';
import { listOperations } from '../document/operations.js';
import type { OpenApiDocument } from '../document/parse-document.js';
import { createPlanner } from '../planning/plan-operation.js';
import { chooseOperations, placeOf, type Choice } from './choose-operations.js';
import { draftSkill } from './draft-skill.js';
import { draftVerb, surfaceVerb, type DraftVerb } from './draft-verb.js';
import { oneLine, visibleJson } from './one-line.js';
import { verbKeys } from './verb-keys.js';

export interface DraftRequest extends Choice {
  /** Of the pack; made of the document's title where it is absent. */
  readonly id?: string;
  /** Path of the document from the pack root. */
  readonly path: string;
  /** Where the document is published. */
  readonly url?: string;
}

/** An operation that is no verb of the draft, and why. */
export interface SkippedOperation {
  readonly operation: string;
  readonly reason: string;
}

/** A pack as it could be: texts of its files. Nothing in it grants anything. */
export interface PackDraft {
  readonly id: string;
  readonly surface: string;
  readonly policy: string;
  readonly skill: string;
  readonly verbs: readonly string[];
  readonly skipped: readonly SkippedOperation[];
}

/**
 * Drafts a pack of the chosen operations; the same document and choice make the same texts. GET and HEAD read,
 * everything else is a write behind a confirm. Throws {@link DocumentFault}.
 */
export function draftPack(document: OpenApiDocument, request: DraftRequest): PackDraft {
  const { verbs, skipped } = draftVerbs(document, request);
  const info = member(document.root, 'info');
  const title = oneLine(textOf(member(info, 'title')) ?? '', 120);
  const id = request.id ?? idOf(title);
  const credential = hasSecurity(document);
  const surface = {
    id,
    ...(title === '' ? {} : { name: title }),
    kind: 'openapi',
    transports: ['cli', 'json_exec'],
    binding: credential ? { mode: 'local', hub: 'local-credential', family: id } : { mode: 'public' },
    openapi: { path: request.path, ...(request.url === undefined ? {} : { url: request.url }) },
    verbs: Object.fromEntries(verbs.map((verb) => [verb.key, surfaceVerb(verb)])),
  };
  const rules = verbs.map(({ key, access }) => [key, access === 'read' ? { access } : { access, confirm: true }]);
  const about = textOf(member(info, 'description')) ?? '';
  return {
    id,
    surface: print(surface),
    policy: print({ surface_id: id, privacy: { land: 'device' }, verbs: Object.fromEntries(rules) as object }),
    skill: draftSkill({ id, title: title === '' ? id : title, about: oneLine(about, 400), credential, verbs }),
    verbs: verbs.map(({ key }) => key),
    skipped,
  };
}

interface DraftedVerbs {
  readonly verbs: readonly DraftVerb[];
  readonly skipped: readonly SkippedOperation[];
}

function draftVerbs(document: OpenApiDocument, request: DraftRequest): DraftedVerbs {
  const planner = createPlanner(document);
  const keys = verbKeys(listOperations(document));
  const verbs: DraftVerb[] = [];
  const skipped: SkippedOperation[] = [];
  for (const operation of chooseOperations(document, request)) {
    const place = placeOf(operation);
    const planned = planner.plan({ 'x-operation': place });
    if (planned.ok) verbs.push(draftVerb(keys.get(place) ?? place, operation, planned.plan));
    else skipped.push({ operation: place, reason: oneLine(planned.reason, 400) });
  }
  const [first] = skipped;
  if (verbs.length === 0)
    throw new DocumentFault(`has no operation that can be a verb: ${first?.operation ?? ''} ${first?.reason ?? ''}`);
  return { verbs, skipped };
}

/** `pet-store` of `Pet Store`. */
function idOf(title: string): string {
  const id = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 64)
    .replace(/-+$/, '');
  if (id === '') throw new DocumentFault('has no title to name the pack by; give it an id');
  return id;
}

function hasSecurity({ root, version }: OpenApiDocument): boolean {
  const schemes =
    version === '2.0' ? member(root, 'securityDefinitions') : member(member(root, 'components'), 'securitySchemes');
  return isObject(schemes) && Object.keys(objectOf(schemes)).length > 0;
}

const print = (value: object): string => `${visibleJson(value, 2)}\n`;
