import { HcpError } from '@hcp/pipeline';
import { isPackId } from '../packs/pack-id.js';
import { isObject, type JsonObject } from '../state/shape.js';
import { limitNames, packSettingNames } from './config-file.js';

/** Members from the root of `config.json` to one setting. */
export type ConfigPath = readonly string[];

const wholeKeys: ReadonlyMap<string, ConfigPath> = new Map([
  ['principal', ['principal']],
  ['sandbox.mode', ['sandbox', 'mode']],
  ['sandbox.user', ['sandbox', 'user']],
  ['limits', ['limits']],
  ['mothership', ['mothership']],
  ['authentication.jwt', ['authentication', 'jwt']],
  ...limitNames.map((name): [string, ConfigPath] => [`limits.${name}`, ['limits', name]]),
]);

const packSuffixes: ReadonlyMap<string, ConfigPath> = new Map([
  ...limitNames.map((name): [string, ConfigPath] => [`.limits.${name}`, ['limits', name]]),
  ...packSettingNames.map((name): [string, ConfigPath] => [`.${name}`, [name]]),
]);

/** Every key of `hcp config` (profile P11), as help and errors list them; `<id>` stands for a pack's. */
export const configKeys: readonly string[] = [
  ...wholeKeys.keys(),
  ...[...packSuffixes.keys()].map((suffix) => `packs.<id>${suffix}`),
];

/** A pack id may hold dots, so the setting is told from the end: no setting's name ends in another's. */
const packPath = (key: string): ConfigPath | undefined => {
  const rest = key.slice('packs.'.length);
  for (const [suffix, members] of packSuffixes) {
    const id = rest.slice(0, -suffix.length);
    if (rest.endsWith(suffix) && isPackId(id)) {
      return ['packs', id, ...members];
    }
  }
  return undefined;
};

/** Resolves a dotted key of `hcp config` (profile P11). Throws `HcpError` for a key there is none of. */
export const configPath = (key: string): ConfigPath => {
  const path = wholeKeys.get(key) ?? (key.startsWith('packs.') ? packPath(key) : undefined);
  if (path === undefined) {
    throw new HcpError(
      'unknown_key',
      `config: there is no key ${JSON.stringify(key)}; known are ${configKeys.join(', ')}.`,
    );
  }
  return path;
};

const memberOf = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const readSetting = (config: JsonObject, path: ConfigPath): unknown => path.reduce<unknown>(memberOf, config);

/** A copy with one setting changed; `null` removes it, and with it every object that becomes empty. */
export const withSetting = (config: JsonObject, path: ConfigPath, value: unknown): JsonObject => {
  const [key, ...rest] = path;
  if (key === undefined) {
    return config;
  }
  const inner = memberOf(config, key);
  const next = rest.length === 0 ? value : withSetting(isObject(inner) ? inner : {}, rest, value);
  const empty = next === null || (rest.length > 0 && isObject(next) && Object.keys(next).length === 0);
  return empty
    ? Object.fromEntries(Object.entries(config).filter(([other]) => other !== key))
    : { ...config, [key]: next };
};
