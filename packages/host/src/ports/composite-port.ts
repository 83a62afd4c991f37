import { createCompositeAdapter, type CompositeHandlers } from '@hcp/adapter-composite';
import type { Adapter, OperatorNotice, SandboxMode } from '@hcp/pipeline';
import { settingsOf } from '../config/config-file.js';
import { configuredMode, unenforceable, type OperatorSettings } from './operator-settings.js';

/**
 * Why code of this pack may not run in the runtime's own process (profile P9): mode `sandbox` without
 * `packs.<id>.in_process`, or a limit of the operator's that a thread does not keep. With `in_process` the operator has
 * taken the pack out of what holds for all.
 */
export const inProcessRefusal = (
  { config: read, defaultMode }: OperatorSettings,
  mode: SandboxMode,
  packId: string,
): string | undefined => {
  const config = read();
  const wanted = configuredMode(config, defaultMode);
  const inProcess = settingsOf(config, packId).in_process === true;
  if (wanted !== mode) {
    return `sandbox.mode is ${wanted} now and was ${mode} when this process began; start it again`;
  }
  if (mode === 'sandbox' && !inProcess) {
    return 'composite code runs in process';
  }
  const [key] = unenforceable(config, packId).filter((name) => !inProcess || name.startsWith(`packs.${packId}.`));
  return key === undefined
    ? undefined
    : `${key} is set and cannot be enforced on composite code; to do without: hcp config set ${key} null`;
};

export interface CompositePortOptions extends OperatorSettings {
  readonly mode: SandboxMode;
  /** What an embedding program brings. */
  readonly handlers: CompositeHandlers;
  readonly notifyOperator: (notice: OperatorNotice) => void;
}

/** The composite adapter under the operator's settings as they stand at each call. */
export const createCompositePort = ({ mode, handlers, notifyOperator, ...settings }: CompositePortOptions): Adapter =>
  createCompositeAdapter({
    handlers,
    notifyOperator,
    refusalOf: ({ packId }) => inProcessRefusal(settings, mode, packId),
  });
