import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { HcpError } from '@hcp/pipeline';
import { DEFAULT_LIMITS, type CallLimits, type HostUser, type JailOptions, type JailSettings } from '@hcp/sandbox';
import { limitNames, settingsOf, type ConfigFile, type LimitSettings } from '../config/config-file.js';

const memberOf = { processes: 'processes', memory_bytes: 'memoryBytes', file_bytes: 'fileBytes' } as const;

type Layer = readonly [prefix: string, limits: LimitSettings | undefined];

/** The pack's own limit stands before the one of all packs, and that before the default (profile P9). */
const limitsOf = (layers: readonly Layer[]): CallLimits => {
  const set = limitNames.flatMap((name) => {
    const [prefix, limits] = layers.find((layer) => layer[1]?.[name] !== undefined) ?? [];
    const value = limits?.[name];
    return value === undefined ? [] : [[memberOf[name], { value, key: `${prefix ?? ''}.${name}` }] as const];
  });
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(set) };
};

const userEntry = (name: string): HostUser | undefined => {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [login, , uid, gid] = line.split(':');
    if ((login === name || uid === name) && uid !== undefined && gid !== undefined && /^\d+$/.test(uid)) {
      return { uid: Number(uid), gid: Number(gid) };
    }
  }
  return undefined;
};

const refuse = (reason: string): HcpError =>
  new HcpError('sandbox_user', `sandbox.user ${reason}; to do without: hcp config set sandbox.user null`);

/**
 * Whom programs run as on the host, by login name or number; `undefined` for the user of this process. Errors:
 * `sandbox_user` when this process is not root's, for root, and for a name that `/etc/passwd` does not list.
 */
export const sandboxUser = (config: ConfigFile): HostUser | undefined => {
  const name = config.sandbox?.user;
  if (name === undefined) {
    return undefined;
  }
  if (process.geteuid?.() !== 0) {
    throw refuse(`is ${JSON.stringify(name)}, and only a runtime of root's can run programs as someone else`);
  }
  const user = userEntry(name) ?? (/^\d{1,9}$/.test(name) ? { uid: Number(name), gid: Number(name) } : undefined);
  if (user === undefined) {
    throw refuse(`is ${JSON.stringify(name)}, which /etc/passwd does not list`);
  }
  if (user.uid === 0) {
    throw refuse(`is ${JSON.stringify(name)}, which is root; name another user`);
  }
  return user;
};

/** The operator's word on one pack in mode `sandbox`, defaults filled in (profile P9). Errors: `sandbox_user`. */
export const jailSettings = (config: ConfigFile, packId: string): JailSettings => {
  const { network = 'none', readable = [], writable = [], limits } = settingsOf(config, packId);
  const user = sandboxUser(config);
  return {
    network,
    readable,
    writable,
    limits: limitsOf([
      [`packs.${packId}.limits`, limits],
      ['limits', config.limits],
    ]),
    ...(user === undefined ? {} : { user }),
  };
};

const operatorHome = (): string | undefined => {
  try {
    return userInfo().homedir;
  } catch {
    // This user has no entry, and so no home.
    return undefined;
  }
};

/** How a jail stands on this machine: `home` is the runtime's; `config` throws for a broken file, and so refuses. */
export const createJailPort = (home: string, config: () => ConfigFile): JailOptions => {
  const own = operatorHome();
  return {
    home,
    settingsOf: (packId) => jailSettings(config(), packId),
    ...(own === undefined || own === '/' ? {} : { operatorHome: own }),
  };
};
