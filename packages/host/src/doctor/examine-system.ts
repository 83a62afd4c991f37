import { readFileSync } from 'node:fs';
import { systemErrorCode } from '../home/system-error.js';
import type { Finding } from '../host.js';
import { fine, problem, warning } from './finding.js';

const oldestNode = [22, 18] as const;

/** The Node version that runs this, `v24.1.0`-style, against the oldest this runtime is tested with. */
export const examineNode = (version: string): readonly Finding[] => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
    ? [fine('node', `Node ${version}`)]
    : [problem('node', `Node ${version} is older than ${oldestNode.join('.')}`, 'Install a newer Node.')];
};

/** Without `/proc` a process that left its group cannot be found behind a call (profile P3). */
export const examineProcesses = (): readonly Finding[] => {
  try {
    readFileSync('/proc/self/environ');
    return [
      fine(
        'processes',
        'processes that a call leaves behind are found through /proc, unless they clear their environment',
      ),
    ];
  } catch (error) {
    return [
      warning(
        'processes',
        `/proc cannot be read (${systemErrorCode(error) ?? 'unknown fault'}): a process that leaves its group outlives its call`,
        'Run on Linux with /proc mounted.',
      ),
    ];
  }
};
