import type { HarnessWrapTarget, Verb } from '@hcp/manifest';
import type { RenderRefusal } from '@hcp/pipeline';
import type { PolicyEntry } from '@hcp/policy';
import { renderTokens } from './render-tokens.js';
import { textOf } from './rendered-token.js';

/** What the argv of one call is built from; nothing else is looked at. */
export interface ArgvRequest {
  readonly wrap: Pick<HarnessWrapTarget, 'argv_template'>;
  readonly verbKey: string;
  readonly verb: Pick<Verb, 'cli'>;
  readonly entry: Pick<PolicyEntry, 'allowDash' | 'denyPrefix'>;
  /** After the reserved keys are taken out (§6.1). */
  readonly args: Readonly<Record<string, unknown>>;
}

/** `argv` is what follows the program's own name. */
export interface RenderedArgv {
  readonly ok: true;
  readonly argv: string[];
}

/**
 * Builds the argv of a wrap verb (§6.4 points 1 to 3, profile P3), `--json` last: exactly one element for each
 * template token that stays, and none that the template does not have. Refuses a value that has no text form,
 * would become an option, or cannot stand in an argv. Pure; never throws on any JSON value.
 */
export function renderArgv(request: ArgvRequest): RenderedArgv | RenderRefusal {
  const rendered = renderTokens(request);
  return rendered.ok ? { ok: true, argv: rendered.tokens.map(textOf) } : rendered;
}
