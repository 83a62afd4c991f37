import type { SandboxMode } from '@hcp/pipeline';
import { defaultPrincipal, type ConfigFile } from '../config/config-file.js';
import type { Finding } from '../host.js';
import { cliDefaultMode, configuredMode, unenforceable } from '../ports/operator-settings.js';
import { fine, problem, warning } from './finding.js';
import { describeBubblewrap } from './examine-system.js';

/** `config.json`: who calls, and whether what is set can be kept. Throws for a broken file. */
export const examineConfig = (config: ConfigFile, file: string, userName: string): readonly Finding[] => {
  const { id, tenant, capabilities } = config.principal ?? defaultPrincipal(userName);
  const granted = capabilities.join(', ') || 'nothing';
  const who = `calls are made for ${id} of tenant ${tenant === '' ? '(none)' : tenant}, granted ${granted}`;
  return tenant === ''
    ? [problem('config', `${file}: ${who}; without a tenant every call is denied`, "hcp config set principal '{…}'")]
    : [fine('config', who)];
};

const examineMode = (mode: SandboxMode): Finding =>
  mode === 'sandbox'
    ? problem(
        'sandbox',
        `mode sandbox is configured and not available in this version (${describeBubblewrap()}), so every call is refused`,
        'hcp config set sandbox.mode \'"native-local"\' runs programs without a jail, as you.',
      )
    : warning(
        'sandbox',
        `mode native-local: a program runs as you, without a jail; mode sandbox is not available in this version (${describeBubblewrap()})`,
        'Install packs you trust; for others run this runtime as a user of its own.',
      );

/** The sandbox mode, the limits nobody enforces, and the settings that therefore refuse (profile P9). */
export const examineSandbox = (config: ConfigFile, packIds: readonly string[]): readonly Finding[] => {
  const mode = configuredMode(config, cliDefaultMode);
  const keys = [...new Set(packIds.flatMap((id) => unenforceable(config, id)))];
  return [
    examineMode(mode),
    ...(mode === 'sandbox'
      ? []
      : [
          warning(
            'limits',
            'the default limits of 256 processes, 2 GiB of memory and 1 GiB of file size are not enforced in mode native-local',
            'Set limits on the service or user this runtime runs as.',
          ),
        ]),
    ...(mode === 'sandbox' ? [] : keys).map((key) =>
      problem(
        'sandbox',
        `${key} is set and mode native-local cannot enforce it, so calls are refused`,
        `hcp config set ${key} null`,
      ),
    ),
  ];
};
