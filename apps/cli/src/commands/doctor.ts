import type { CommandDefinition } from './define-command.js';

/** `hcp doctor`: exit status 1 when there is a problem. */
export const doctor: CommandDefinition = {
  usage: 'doctor',
  summary: 'check this machine and say what to do about what is wrong',
  examples: ['hcp doctor', 'hcp doctor --json'],
  work: async ({ host, output }) => {
    const findings = await host.doctor();
    output.answer({ findings }, () =>
      findings.map(({ level, subject, message, fix }) => {
        const advice = fix === null ? '' : `; ${fix}`;
        return `${level.padEnd(8)} ${subject}: ${message}${advice}`;
      }),
    );
    return findings.some((finding) => finding.level === 'problem') ? 1 : 0;
  },
};
