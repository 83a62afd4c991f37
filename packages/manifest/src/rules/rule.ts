import type { JsonObject } from '../json-object.js';
import type { ManifestDraft } from '../manifest-draft.js';
import type { Issue } from '../manifest.js';

/** What a rule may look at. */
export interface RuleSubject {
  readonly draft: ManifestDraft;
  /** The file's object as written. */
  readonly surface: JsonObject;
  /** `surface_id` of the pack's policy, when the caller has it. */
  readonly surfaceId: string | undefined;
}

/** One rule that the schema cannot say; the issues found, none when it holds. */
export type Rule = (subject: RuleSubject) => readonly Issue[];
