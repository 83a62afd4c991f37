import { DEFAULT_LIMITS, type HostUser, type JailSettings } from '@hcp/sandbox';
import { examineJail, proveJail, type Enforcement } from '@hcp/sandbox/jail';
import type { ConfigFile } from '../config/config-file.js';
import { reasonOf } from '../home/system-error.js';
import type { Finding } from '../host.js';
import { jailSettings, sandboxUser } from '../ports/jail-port.js';
import { fine, problem, problemWithAdvice, warning } from './finding.js';

const native = 'hcp config set sandbox.mode \'"native-local"\' runs programs without a jail, as you.';

/** Why mode `sandbox` runs nothing here, and what to do; `undefined` where it does. Makes a jail to know. */
export const jailFault = async (config: ConfigFile): Promise<string | undefined> => {
  let user: HostUser | undefined;
  try {
    user = sandboxUser(config);
  } catch (error) {
    return reasonOf(error);
  }
  const proof = await proveJail(user);
  return proof.works ? undefined : `${proof.reason}; ${proof.fix}`;
};

const memoryText = `${DEFAULT_LIMITS.memoryBytes.value / 1024 ** 3} GiB of memory`;
const limitTexts: readonly (readonly [keyof Enforcement, string])[] = [
  ['processes', `${DEFAULT_LIMITS.processes.value} processes`],
  ['memory', memoryText],
  ['file', `${DEFAULT_LIMITS.fileBytes.value / 1024 ** 3} GiB of file size`],
];

const ways = { cgroup: 'by a control group', rlimit: 'by an rlimit of each process', nothing: 'by nothing' } as const;

/** What of the defaults does not hold here; memory by an rlimit holds in part. */
const findGaps = (enforcement: Enforcement): readonly string[] => {
  const lost = limitTexts.filter(([name]) => enforcement[name] === 'nothing').map(([, text]) => text);
  const gone =
    lost.length === 0 ? [] : [`the default limit of ${lost.join(' and of ')} is not enforced on this machine`];
  if (enforcement.memory !== 'rlimit') return gone;
  const part = 'an rlimit holds the private memory of each process, neither shared memory and /tmp nor the whole call';
  return [...gone, `the default limit of ${memoryText} is only partly enforced on this machine (${part})`];
};

const examineLimits = (enforcement: Enforcement): Finding => {
  const gaps = findGaps(enforcement);
  if (gaps.length > 0) {
    return warning(
      'limits',
      `${gaps.join(', and ')}: no control group can be made, and rlimits do not bind root`,
      'Delegate a control group to this runtime (systemd: Delegate=yes and DelegateSubgroup=); sandbox.user makes rlimits bind.',
    );
  }
  const held = limitTexts.map(([name, text]) => `${text} ${ways[enforcement[name]]}`);
  return fine('limits', `a call is limited to ${held.join(', ')}, where nothing else is set`);
};

const memberOf = { processes: 'processes', memory: 'memoryBytes', file: 'fileBytes' } as const;

/** Limits the operator set that nothing enforces: calls of those packs are refused. */
const examineSetLimits = (settings: readonly JailSettings[], enforcement: Enforcement): readonly Finding[] => {
  // One of memory that holds a part is not what the operator asked for.
  const isLost = (name: keyof Enforcement): boolean =>
    enforcement[name] === 'nothing' || (name === 'memory' && enforcement[name] !== 'cgroup');
  const lost = limitTexts.map(([name]) => name).filter(isLost);
  const keys = settings.flatMap(({ limits }) => lost.map((name) => limits[memberOf[name]].key));
  return [...new Set(keys.filter((key) => key !== undefined))].map((key) =>
    problem(
      'limits',
      `${key} is set and this machine cannot enforce it, so calls are refused`,
      `Delegate a control group to this runtime, or do without: hcp config set ${key} null`,
    ),
  );
};

/** Whether the jail of mode `sandbox` can be made, by making one, and by what its limits are enforced (profile P9). */
export const examineJailMode = async (config: ConfigFile, packIds: readonly string[]): Promise<readonly Finding[]> => {
  let user: HostUser | undefined;
  try {
    user = sandboxUser(config);
  } catch (error) {
    return [problemWithAdvice('sandbox', reasonOf(error), native)];
  }
  const { proof, enforcement } = await examineJail(user);
  if (!proof.works) {
    return [problem('sandbox', `mode sandbox is configured and ${proof.reason}, so every call is refused`, proof.fix)];
  }
  const inside = proof.disableUserns
    ? ''
    : '; this bubblewrap cannot keep programs inside from user namespaces of their own';
  const whose = user === undefined ? '' : ` as user ${user.uid}`;
  return [
    fine('sandbox', `mode sandbox: a program runs in a jail made by /usr/bin/bwrap${whose}${inside}`),
    examineLimits(enforcement),
    ...examineSetLimits(
      packIds.map((id) => jailSettings(config, id)),
      enforcement,
    ),
  ];
};

/** What to know of mode `sandbox` where another is configured. */
export const adviseJail = async (): Promise<string> => {
  const proof = await proveJail();
  return proof.works ? 'mode sandbox would work here' : `mode sandbox would not work here: ${proof.reason}`;
};
