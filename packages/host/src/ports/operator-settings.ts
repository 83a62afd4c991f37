import type { Sandbox, SandboxMode, SandboxOutcome } from '@hcp/pipeline';
import { limitNames, settingsOf, type ConfigFile, type LimitSettings } from '../config/config-file.js';

/** Profile P9: the mode where none is configured. */
export const cliDefaultMode: SandboxMode = 'native-local';
export const daemonDefaultMode: SandboxMode = 'sandbox';

export const configuredMode = (config: ConfigFile, defaultMode: SandboxMode): SandboxMode =>
  config.sandbox?.mode ?? defaultMode;

/** The keys of limits that are set. */
export const limitsSet = (prefix: string, limits: LimitSettings | undefined): readonly string[] =>
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

export interface OperatorSettings {
  /** Throws for a broken `config.json`, and so refuses (step 8). */
  readonly config: () => ConfigFile;
  readonly defaultMode: SandboxMode;
}

/** Why the operator's settings, as they are now, do not let this call run as it would. */
const conflict = (settings: OperatorSettings, mode: SandboxMode, packId: string): string | undefined => {
  const config = settings.config();
  const wanted = configuredMode(config, settings.defaultMode);
  if (wanted !== mode) {
    return `sandbox.mode is ${wanted} now and was ${mode} when this process began; start it again`;
  }
  const [key] = mode === 'native-local' ? unenforceable(config, packId) : [];
  return key === undefined
    ? undefined
    : `${key} is set and mode ${mode} cannot enforce it; to do without: hcp config set ${key} null`;
};

/**
 * Puts the operator's settings before a sandbox: each call is run under all of them as they stand at its start, or
 * refused.
 */
export const withOperatorSettings = (sandbox: Sandbox, settings: OperatorSettings): Sandbox => ({
  mode: sandbox.mode,
  run: async (call, command) => {
    const reason = conflict(settings, sandbox.mode, call.packId);
    return reason === undefined ? sandbox.run(call, command) : refused(reason);
  },
});
