import { surfacePatternReasons, validateSurface } from './generated/surface-validator.js';
import { firstIssues } from './first-issues.js';
import { invalidAt } from './issue.js';
import { isJsonObject, type JsonObject } from './json-object.js';
import { fileJson, parseJson } from './json/parse-json.js';
import { pointer } from './json/pointer.js';
import type { ManifestDraft } from './manifest-draft.js';
import type { Issue, Manifest } from './manifest.js';
import { normaliseManifest } from './normalise-manifest.js';
import { removeMistyped } from './remove-mistyped.js';
import { kindRules, manifestRules } from './rules/manifest-rules.js';
import { describedErrors } from './schema-errors.js';

import type { ParsedManifest, ParseManifestOptions } from './parse-manifest.js';

/** What {@link parseManifest} does, in a module of its own: a call of an installed pack never loads the validator. */
export async function checkManifest(
  source: string | Uint8Array,
  options: ParseManifestOptions,
): Promise<ParsedManifest> {
  const parsed = parseJson(source, fileJson);
  if (!parsed.ok) return refused([invalidAt('/', parsed.reason)]);
  const surface = parsed.value;
  const errors = validateSurface(surface);
  const schemaIssues = describedErrors(errors, { value: surface, patternReasons: surfacePatternReasons });
  if (!isJsonObject(surface)) return refused(schemaIssues);

  const typed = removeMistyped(surface, errors);
  const draft = normaliseManifest(typed);
  const subject = { draft, surface, surfaceId: options.surfaceId };
  const ruleIssues = [...(kindIsKnown(surface, typed) ? kindRules : []), ...manifestRules].flatMap((rule) =>
    rule(subject),
  );
  const argsIssues = options.argsSchemas === 'skip' ? [] : await checkArgs(draft);
  return concluded(draft, [...withoutSpecRows(schemaIssues, draft), ...ruleIssues, ...argsIssues]);
}

function refused(issues: readonly Issue[]): ParsedManifest {
  return { valid: false, issues };
}

function concluded(draft: ManifestDraft, issues: readonly Issue[]): ParsedManifest {
  const listed = firstIssues(issues);
  if (issues.some(({ severity }) => severity === 'error')) return refused(listed);
  // no error is left, so the draft has every member that a manifest must have
  return { valid: true, issues: listed, manifest: draft as Manifest };
}

function kindIsKnown(surface: JsonObject, typed: JsonObject): boolean {
  return ['kind', 'adapter_kind'].every((name) => Object.hasOwn(surface, name) === Object.hasOwn(typed, name));
}

/** §3.7 has its own words for a missing `id` and for a wrap pack without `wrap.bin`. */
function withoutSpecRows(issues: readonly Issue[], draft: ManifestDraft): readonly Issue[] {
  const said = new Set(['/id is required', ...(draft.kind === 'wrap' ? ['/wrap/bin is required'] : [])]);
  return issues.filter(({ message }) => !said.has(message));
}

async function checkArgs(draft: ManifestDraft): Promise<readonly Issue[]> {
  const verbs = Object.entries(draft.verbs).filter(([, { args }]) => args !== undefined);
  if (verbs.length === 0) return [];
  const { checkArgsSchema } = await import('./args-schema.js');
  return verbs.flatMap(([key, { args }]) =>
    checkArgsSchema(args).map((fault) =>
      invalidAt(`${pointer(['verbs', key, 'args'])}${fault.pointer === '/' ? '' : fault.pointer}`, fault.reason),
    ),
  );
}
