import { invalidAt } from '../issue.js';
import type { Issue } from '../manifest.js';
import type { Rule } from './rule.js';

const error = (code: string, message: string, path: string): Issue => ({ code, message, path, severity: 'error' });

/** §3.1: `adapter_kind` is an alias, so it cannot say something else than `kind` (profile P4). */
export const kindAlias: Rule = ({ surface }) => {
  if (!Object.hasOwn(surface, 'kind') || !Object.hasOwn(surface, 'adapter_kind')) return [];
  const { kind, adapter_kind: alias } = surface;
  if (typeof kind !== 'string' || typeof alias !== 'string' || kind === alias) return [];
  return [invalidAt('/adapter_kind', `"${alias}" differs from kind "${kind}"; write one of the two`)];
};

/** §3.7: a wrap pack names its program. */
export const wrapBin: Rule = ({ draft }) =>
  draft.kind === 'wrap' && draft.wrap?.bin === undefined
    ? [error('binding', 'wrap adapter requires wrap.bin', '/wrap/bin')]
    : [];

/** §3.5, §3.7: a wrap pack has commands or a pass-through; every other kind but `sense_only` has commands (§3.1). */
export const namedCommands: Rule = ({ draft, surface }) => {
  const { verbs } = surface;
  if (typeof verbs === 'object' && verbs !== null && Object.keys(verbs).length > 0) return [];
  if (draft.kind === 'wrap') {
    if (Object.hasOwn(surface, 'pass_through')) return [];
    return [error('wrap', 'wrap requires named commands or pass_through', '/verbs')];
  }
  if (draft.kind === 'sense_only' || !Object.hasOwn(surface, 'verbs')) return [];
  return [invalidAt('/verbs', `is empty; kind ${draft.kind} needs at least one command`)];
};

/** §3.1: `pass_through` belongs to wrap packs. */
export const passThroughKind: Rule = ({ draft, surface }) =>
  Object.hasOwn(surface, 'pass_through') && draft.kind !== 'wrap'
    ? [invalidAt('/pass_through', `is for kind wrap only, not ${draft.kind}`)]
    : [];

/** §3.7: a control pack runs under the mothership's Binding. */
export const controlPlane: Rule = ({ draft }) =>
  draft.plane === 'control' && draft.binding?.mode !== 'mothership'
    ? [error('binding', 'control plane packs default Binding mothership', '/binding/mode')]
    : [];

/** §3.7: an openapi pack names its description. */
export const openApiRef: Rule = ({ draft }) =>
  draft.kind === 'openapi' && draft.openapi === undefined
    ? [error('invalid_meta', 'openapi adapter requires openapi ref', '/openapi')]
    : [];

/** §3.7: a pack that only senses has something to sense. */
export const stimulusTrigger: Rule = ({ draft }) =>
  draft.kind === 'sense_only' && (draft.stimulusTriggers ?? []).length === 0
    ? [error('invalid_meta', 'sense_only adapter requires at least one stimulus trigger_ref', '/stimulusTriggers')]
    : [];
