import { reasonOf } from '../home/system-error.js';
import type { Finding } from '../host.js';

export const fine = (subject: string, message: string): Finding => ({ subject, level: 'ok', message, fix: null });

export const warning = (subject: string, message: string, fix: string): Finding => ({
  subject,
  level: 'warning',
  message,
  fix,
});

export const problem = (subject: string, message: string, fix: string): Finding => ({
  subject,
  level: 'problem',
  message,
  fix,
});

/** One part of the examination: what it is about, and how it looks. */
export interface Examination {
  readonly subject: string;
  readonly examine: () => Promise<readonly Finding[]> | readonly Finding[];
  /** What to do when it cannot even be examined. */
  readonly fix: string;
}

/** Runs every part; one that fails is itself a problem found, and the others go on. */
export const examineAll = async (parts: readonly Examination[]): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const { subject, examine, fix } of parts) {
    try {
      findings.push(...(await examine()));
    } catch (error) {
      findings.push(problem(subject, reasonOf(error), fix));
    }
  }
  return findings;
};

/** A reason that ends in what to do, as the messages of this runtime do: "<what is wrong>; <what to do>". */
export const problemWithAdvice = (subject: string, reason: string, otherwise: string): Finding => {
  const end = reason.indexOf('; ');
  return end < 0
    ? problem(subject, reason, otherwise)
    : problem(subject, reason.slice(0, end), reason.slice(end + '; '.length));
};
