import { formatIssue, type Issue } from '@hcp/manifest';

/** Control, format (bidi, zero width), lone surrogate, line and paragraph separator. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * One line for any text of a pack, so that a message of several lines holds no line that the pack wrote: what could
 * end a line or move a cursor is spelled as JSON spells it.
 */
export const oneLine = (text: string): string =>
  text.replace(unprintable, (character) =>
    Array.from({ length: character.length }, (_, at) => spell(character.charCodeAt(at))).join(''),
  );

const spell = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** `code: message` (profile P4) on exactly one line. */
export const printIssue = (issue: Pick<Issue, 'code' | 'message'>): string => oneLine(formatIssue(issue));
