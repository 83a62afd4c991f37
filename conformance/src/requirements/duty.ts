import type { Requirement } from './requirement.js';

/** Requirements as `id: text` pairs. */
export function duties(texts: Readonly<Record<string, string>>): readonly Requirement[] {
  return Object.entries(texts).map(([id, text]) => ({ id, text }));
}

/** Requirements that no case can show, `id: [text, reason]`. */
export function unseen(
  where: NonNullable<Requirement['seenFrom']>['where'],
  texts: Readonly<Record<string, readonly [text: string, reason: string]>>,
): readonly Requirement[] {
  return Object.entries(texts).map(([id, [text, reason]]) => ({ id, text, seenFrom: { where, reason } }));
}
