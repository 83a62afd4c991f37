import { UsageError } from '../usage-error.js';

/**
 * The verb that some words name: the one whose parts, divided at `.` and space, equal them. Several are a usage
 * mistake; without any, the words joined by `.` go to the pipeline, which decides (profile P11).
 */
export function matchVerb(words: readonly string[], verbKeys: readonly string[]): string {
  const matches = verbKeys.filter((key) => equalWords(key.split(/[. ]/), words));
  if (matches.length > 1) {
    const keys = matches.map((key) => JSON.stringify(key)).join(' and ');
    throw new UsageError(`these words name several verbs: ${keys}`, 'name one with hcp exec');
  }
  return matches[0] ?? words.join('.');
}

function equalWords(parts: readonly string[], words: readonly string[]): boolean {
  return parts.length === words.length && parts.every((part, at) => part === words[at]);
}
