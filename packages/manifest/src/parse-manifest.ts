import type { Issue, Manifest } from './manifest.js';

/** What a caller of {@link parseManifest} knows beside the text. */
export interface ParseManifestOptions {
  /** `surface_id` of the pack's policy; the manifest's `id` must equal it (§3.7). */
  readonly surfaceId?: string;
  /**
   * `skip`: the verbs' `args` schemas are taken as they are, for a text whose digest was validated before. A
   * call still compiles the one schema it needs. Default `check`.
   */
  readonly argsSchemas?: 'check' | 'skip';
}

/** `issues` holds errors and warnings; `manifest` is there when there is no error. */
export type ParsedManifest =
  | { readonly valid: true; readonly issues: readonly Issue[]; readonly manifest: Manifest }
  | { readonly valid: false; readonly issues: readonly Issue[]; readonly manifest?: undefined };

/**
 * Parses, normalises and validates `surface.json` (§3, profile P4). Reports every mistake it finds, errors first;
 * never throws or rejects because of the text. The schema compiler is loaded only when a verb has `args` to check.
 */
export async function parseManifest(
  source: string | Uint8Array,
  options: ParseManifestOptions = {},
): Promise<ParsedManifest> {
  const { checkManifest } = await import('./check-manifest.js');
  return checkManifest(source, options);
}
