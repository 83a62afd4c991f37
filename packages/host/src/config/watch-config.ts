import type { HomeFolder } from '../home/home-folder.js';
import { watchStateFile } from '../state/state-file.js';
import { configFormat, type ConfigFile } from './config-file.js';

const nothingSet: ConfigFile = {};

/**
 * The operator's settings as they stand at each call: whole, or an `HcpError` for a file that is broken (profile
 * P10). Without a file nothing is set.
 */
export const watchConfig = (home: HomeFolder, now: () => number): (() => ConfigFile) => {
  const read = watchStateFile(home.layout.config, configFormat, now);
  return () => (home.check() ? read() : undefined) ?? nothingSet;
};
