import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAddress } from './parse-address.js';
import { limitFlags, type LimitSettings, type Settings } from './settings.js';
import { UsageError } from './usage-error.js';

export type CommandLine =
  { readonly show: 'help' | 'version' } | { readonly show?: never; readonly settings: Settings };

/** The longest wait a timer of this platform can take. */
const largest = 2 ** 31 - 1;
const text = { type: 'string' } as const;
const options = {
  listen: text,
  socket: text,
  'socket-mode': text,
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;
const limitOptions = Object.fromEntries(limitFlags.map(({ name }) => [name, text]));

/** Reads the words behind `hcpd`. Anything unknown, doubled or out of range is a `UsageError`. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const values = readValues(argv);
  if (values.get('help') === true) return { show: 'help' };
  if (values.get('version') === true) return { show: 'version' };
  const listen = textOf(values, 'listen');
  const socket = textOf(values, 'socket');
  return {
    settings: {
      listen: listen === undefined ? undefined : parseAddress(listen),
      socket: socket === undefined ? undefined : socketPath(socket),
      socketMode: parseMode(textOf(values, 'socket-mode') ?? '0600'),
      limits: readLimits(values),
    },
  };
}

type Values = ReadonlyMap<string, string | boolean>;

function readValues(argv: readonly string[]): Values {
  const seen = new Map<string, string | boolean>();
  for (const token of tokensOf(argv)) {
    if (token.kind !== 'option') continue;
    if (seen.has(token.name)) throw new UsageError(`--${token.name} is given twice; give it once`);
    seen.set(token.name, token.value ?? true);
  }
  return seen;
}

function tokensOf(argv: readonly string[]): ReturnType<typeof parse>['tokens'] {
  try {
    return parse(argv).tokens;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The library's own words name the flag; what follows its first sentence is about programming.
    throw new UsageError(`${error.message.split('. ', 1)[0] ?? ''}; see hcpd --help`);
  }
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: { ...options, ...limitOptions }, strict: true, tokens: true });
}

function textOf(values: Values, name: string): string | undefined {
  const value = values.get(name);
  return typeof value === 'string' ? value : undefined;
}

function socketPath(path: string): string {
  if (path === '') throw new UsageError('--socket takes a path, not an empty word');
  return isAbsolute(path) ? path : resolve(path);
}

function parseMode(octal: string): number {
  if (/^0?[0-7]{3}$/.test(octal)) return Number.parseInt(octal, 8);
  throw new UsageError(`--socket-mode takes three octal digits such as 0660, not ${JSON.stringify(octal)}`);
}

function readLimits(values: Values): LimitSettings {
  const entries = limitFlags.map(({ name, setting, byDefault }) => {
    const given = textOf(values, name);
    return [setting, given === undefined ? byDefault : parseCount(name, given)];
  });
  return Object.fromEntries(entries) as LimitSettings;
}

function parseCount(name: string, digits: string): number {
  const count = Number(digits);
  if (/^\d{1,10}$/.test(digits) && count >= 1 && count <= largest) return count;
  throw new UsageError(`--${name} takes a whole number from 1 to ${largest}, not ${JSON.stringify(digits)}`);
}
