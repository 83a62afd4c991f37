import { isJsonObject } from '../json-object.js';
import { pointer } from '../json/pointer.js';
import type { ManifestDraft } from '../manifest-draft.js';
import type { Verb } from '../manifest.js';
import { placeholders } from '../placeholders.js';

/** A row of tokens that is rendered to an argv (§6.4), and the verbs whose arguments go in. */
export interface Template {
  readonly tokens: readonly string[];
  readonly pathOf: (index: number) => string;
  readonly readers: readonly TemplateReader[];
  /** The placeholder that is the command's tail and no argument: `verb` in `argv_template`, none in `cli`. */
  readonly tail: string | undefined;
}

export interface TemplateReader {
  readonly verbKey: string;
  readonly args: Verb['args'];
}

/** Every template of a manifest: each `cli` without its program name, and the `argv_template` of a wrap pack. */
export function templatesOf(draft: ManifestDraft): readonly Template[] {
  const verbs = Object.entries(draft.verbs);
  const own = verbs.flatMap(([verbKey, { cli, args }]): Template[] =>
    cli === undefined
      ? []
      : [
          {
            tokens: cli.slice(1),
            pathOf: (index) => pointer(['verbs', verbKey, 'cli', index + 1]),
            readers: [{ verbKey, args }],
            tail: undefined,
          },
        ],
  );
  const shared = draft.wrap?.argv_template;
  if (draft.kind !== 'wrap' || shared === undefined) return own;
  const readers = verbs.filter(([, verb]) => verb.cli === undefined).map(([verbKey, { args }]) => ({ verbKey, args }));
  const pathOf = (index: number): string => pointer(['wrap', 'argv_template', index]);
  return [...own, { tokens: shared, pathOf, readers, tail: 'verb' }];
}

/** The arguments that a token names. */
export function argumentsOf(token: string, template: Template): readonly string[] {
  return placeholders(token).flatMap((part) =>
    part.kind === 'placeholder' && part.name !== template.tail ? [part.name] : [],
  );
}

/** Whether a token holds any placeholder, the tail included. */
export function hasPlaceholder(token: string): boolean {
  return placeholders(token).some((part) => part.kind === 'placeholder');
}

/** `properties` of the root of a verb's `args` schema, when it has them. */
export function declaredProperties(args: Verb['args']): Readonly<Record<string, unknown>> | undefined {
  if (!isJsonObject(args) || !Object.hasOwn(args, 'properties')) return undefined;
  return isJsonObject(args['properties']) ? args['properties'] : undefined;
}
