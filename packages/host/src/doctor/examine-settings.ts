import type { SandboxMode } from '@hcp/pipeline';
import { defaultPrincipal, type ConfigFile } from '../config/config-file.js';
import type { Finding } from '../host.js';
import { configuredMode, unenforceable } from '../ports/operator-settings.js';
import { fine, problem, warning } from './finding.js';

/** `config.json`: who calls, and whether what is set can be kept. Throws for a broken file. */
export const examineConfig = (config: ConfigFile, file: string, userName: string): readonly Finding[] => {
  const { id, tenant, capabilities } = config.principal ?? defaultPrincipal(userName);
  const granted = capabilities.join(', ') || 'nothing';
  const who = `calls are made for ${id} of tenant ${tenant === '' ? '(none)' : tenant}, granted ${granted}`;
  return tenant === ''
    ? [problem('config', `${file}: ${who}; without a tenant every call is denied`, "hcp config set principal '{…}'")]
    : [fine('config', who)];
};

const examineNative = (config: ConfigFile, packIds: readonly string[], jail: string): readonly Finding[] => [
  warning(
    'sandbox',
    `mode native-local: a program runs as you, without a jail; ${jail}`,
    'Install packs you trust; for others: hcp config set sandbox.mode \'"sandbox"\', or run this runtime as a user of its own.',
  ),
  warning(
    'limits',
    'the default limits of 256 processes, 2 GiB of memory and 1 GiB of file size are not enforced in mode native-local',
    'Set limits on the service or user this runtime runs as.',
  ),
  ...[...new Set(packIds.flatMap((id) => unenforceable(config, id)))].map((key) =>
    problem(
      'sandbox',
      `${key} is set and mode native-local cannot enforce it, so calls are refused`,
      `hcp config set ${key} null`,
    ),
  ),
];

/** The sandbox mode, by what the limits are enforced, and the settings that refuse (profile P9). */
export const examineSandbox = async (
  config: ConfigFile,
  packIds: readonly string[],
  defaultMode: SandboxMode,
): Promise<readonly Finding[]> => {
  const { adviseJail, examineJailMode } = await import('./examine-jail.js');
  return configuredMode(config, defaultMode) === 'sandbox'
    ? examineJailMode(config, packIds)
    : examineNative(config, packIds, await adviseJail());
};
