import { formatIssue } from '../src/issue.js';
import { parseManifest, type ParseManifestOptions } from '../src/parse-manifest.js';

/** The errors of a manifest given as a value or a text, printed as the command line prints them. */
export async function errorsOf(manifest: unknown, options?: ParseManifestOptions): Promise<string[]> {
  return printed(manifest, 'error', options);
}

/** Likewise the warnings. */
export async function warningsOf(manifest: unknown, options?: ParseManifestOptions): Promise<string[]> {
  return printed(manifest, 'warning', options);
}

async function printed(
  manifest: unknown,
  severity: 'error' | 'warning',
  options?: ParseManifestOptions,
): Promise<string[]> {
  const source = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  const { issues } = await parseManifest(source, options);
  return issues.filter((issue) => issue.severity === severity).map(formatIssue);
}
