import { isGrant } from '@hcp/policy';
import type { Principal, SandboxMode } from '@hcp/pipeline';
import { isPackId } from '../packs/pack-id.js';
import {
  closed,
  isBoolean,
  isCount,
  isString,
  isText,
  listOf,
  mapOf,
  oneOf,
  optional,
  type Shape,
} from '../state/shape.js';
import type { StateFormat } from '../state/state-file.js';
import { jwtSettings, type JwtSettings } from './jwt-settings.js';
import { mothershipSettings, type MothershipSettings } from './mothership-settings.js';

/** What one call may use (profile P9), for one pack or for all. */
export interface LimitSettings {
  readonly processes?: number;
  readonly memory_bytes?: number;
  readonly file_bytes?: number;
}

/** Operator settings of one pack (profile P9). */
export interface PackSettings {
  readonly network?: 'none' | 'host';
  readonly limits?: LimitSettings;
  /** Absolute paths the pack may read in a jail beside what it needs. */
  readonly readable?: readonly string[];
  /** Absolute paths the pack may read and write in a jail beside its `HOME`. */
  readonly writable?: readonly string[];
  readonly in_process?: boolean;
}

/** `config.json` as the operator wrote it; an absent member is not set. */
export interface ConfigFile {
  readonly principal?: Principal;
  readonly sandbox?: { readonly mode?: SandboxMode; readonly user?: string };
  readonly packs?: Readonly<Record<string, PackSettings>>;
  readonly limits?: LimitSettings;
  /** Who besides the holders of static tokens is authenticated over HTTP (profile P6). */
  readonly authentication?: { readonly jwt?: JwtSettings };
  /** Where the tokens of principals are exchanged (profile P7). */
  readonly mothership?: MothershipSettings;
}

export const limitNames: readonly (keyof LimitSettings)[] = ['processes', 'memory_bytes', 'file_bytes'];
export const packSettingNames: readonly (keyof PackSettings)[] = [
  'network',
  'limits',
  'readable',
  'writable',
  'in_process',
];

const grant = isText('a capability to grant, such as "ledger.transfer", "ledger.*", "*.read" or "*"', isGrant);
const named = isText('a name of 1 to 256 characters', (text) => text.length > 0 && text.length <= 256);
const absolute = isText('an absolute path', (text) => text.startsWith('/'));
const limits = closed({
  processes: optional(isCount),
  memory_bytes: optional(isCount),
  file_bytes: optional(isCount),
});
const packSettings = closed({
  network: optional(oneOf('none', 'host')),
  limits: optional(limits),
  readable: optional(listOf(absolute)),
  writable: optional(listOf(absolute)),
  in_process: optional(isBoolean),
});

/** An empty tenant is allowed: such a principal is refused at step 4 (`denied: tenant unresolved`). */
export const principalShape: Shape = closed({
  id: named,
  tenant: isString,
  projects: listOf(named),
  capabilities: listOf(grant),
});

/** `config.json` (profile P10): the one state file that people write, so its version may be left out. */
export const configFormat: StateFormat<ConfigFile> = {
  shape: closed({
    principal: optional(principalShape),
    sandbox: optional(closed({ mode: optional(oneOf('sandbox', 'native-local')), user: optional(named) })),
    packs: optional(mapOf(isText('a pack id', isPackId), packSettings)),
    limits: optional(limits),
    authentication: optional(closed({ jwt: optional(jwtSettings) })),
    mothership: optional(mothershipSettings),
  }),
  versionOptional: true,
  decode: (value) => value,
};

/** The settings of one pack by exact id; an empty object when nothing is set. */
export const settingsOf = (config: ConfigFile, packId: string): PackSettings =>
  config.packs !== undefined && Object.hasOwn(config.packs, packId) ? (config.packs[packId] ?? {}) : {};

/** Profile P6: who calls from the command line when the operator has not said. */
export const defaultPrincipal = (userName: string): Principal => ({
  id: userName,
  tenant: 'local',
  projects: [],
  capabilities: ['*.read'],
});
