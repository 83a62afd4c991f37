import type { Sandbox, SandboxMode, SandboxOutcome } from '@hcp/pipeline';
import { limitNames, settingsOf, type ConfigFile, type LimitSettings } from '../config/config-file.js';

const sandboxModeDefault: SandboxMode = 'native-local';

/** Profile P9: the mode of command-line calls. */
export const configuredMode = (config: ConfigFile): SandboxMode => config.sandbox?.mode ?? sandboxModeDefault;

const limitsSet = (prefix: string, limits: LimitSettings | undefined): readonly string[] =>
  limits === undefined
    ? []
    : limitNames.filter((name) => limits[name] !== undefined).map((name) => `${prefix}.${name}`);

/**
 * The keys of `config.json` that hold for this pack and that mode `native-local` cannot enforce: it has neither
 * namespaces nor limits. What the operator set and nobody enforces refuses (profile P9).
 */
export const unenforceable = (config: ConfigFile, packId: string): readonly string[] => {
  const settings = settingsOf(config, packId);
  return [
    ...(config.sandbox?.user === undefined ? [] : ['sandbox.user']),
    ...limitsSet('limits', config.limits),
    ...limitsSet(`packs.${packId}.limits`, settings.limits),
    ...(settings.network === 'none' ? [`packs.${packId}.network`] : []),
  ];
};

const refused = (reason: string): SandboxOutcome => ({ end: 'refused', error: `sandbox: ${reason}` });

/** Why the operator's settings, as they are now, do not let this call run as it would. */
const conflict = (config: ConfigFile, mode: SandboxMode, packId: string): string | undefined => {
  if (configuredMode(config) !== mode) {
    return `sandbox.mode is ${configuredMode(config)} now and was ${mode} when this process began; start it again`;
  }
  const [key] = mode === 'native-local' ? unenforceable(config, packId) : [];
  return key === undefined
    ? undefined
    : `${key} is set and mode ${mode} cannot enforce it; to do without: hcp config set ${key} null`;
};

/**
 * Puts the operator's settings before a sandbox: each call is run under all of them as they stand at its start, or
 * refused. A broken `config.json` throws and so refuses (step 8).
 */
export const withOperatorSettings = (sandbox: Sandbox, config: () => ConfigFile): Sandbox => ({
  mode: sandbox.mode,
  run: async (call, command) => {
    const reason = conflict(config(), sandbox.mode, call.packId);
    return reason === undefined ? sandbox.run(call, command) : refused(reason);
  },
});
