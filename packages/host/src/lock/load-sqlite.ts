import type * as sqlite from 'node:sqlite';

let loaded: typeof sqlite | undefined;

/**
 * Loads `node:sqlite` at the first use and never at start-up. Some Node versions announce the module with an
 * `ExperimentalWarning`, which would reach the stderr of every command; that one warning is dropped, any other
 * warning raised meanwhile goes its way.
 */
export function loadSqlite(): typeof sqlite {
  loaded ??= withoutItsWarning(() => process.getBuiltinModule('node:sqlite'));
  return loaded;
}

function withoutItsWarning<T>(load: () => T): T {
  const emitWarning = Reflect.get(process, 'emitWarning') as (...warning: readonly unknown[]) => void;
  process.emitWarning = (...warning: readonly unknown[]) => {
    if (!isSqliteAnnouncement(warning)) Reflect.apply(emitWarning, process, warning);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isSqliteAnnouncement([warning, type]: readonly unknown[]): boolean {
  return type === 'ExperimentalWarning' && typeof warning === 'string' && warning.startsWith('SQLite ');
}
