import { writeSync } from 'node:fs';
import { createLoader, openCodeCache } from '@hcp/host/program';
import type * as program from './main.js';

declare const HCP_BUILD: string;

/** Node versions below have no `node:sqlite` without a flag, among other things. */
const oldest = { major: 22, minor: 18 } as const;

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  return major < oldest.major || (major === oldest.major && minor < oldest.minor);
}

/** The program's own code is in other files: what is compiled before the cache is open is compiled each time. */
function start(argv: readonly string[]): void {
  const [command] = argv;
  const load = createLoader({
    folder: __dirname,
    entry: 'hcp.cjs',
    build: HCP_BUILD,
    kindOfRun: command === 'exec' || command === 'run' ? 'call' : 'command',
    cache: process.env['NODE_DISABLE_COMPILE_CACHE'] === undefined ? openCodeCache(__dirname) : undefined,
    nodeOptions: process.env['NODE_OPTIONS'],
  });
  const { main } = load('./main.cjs') as typeof program;
  void main(argv);
}

if (isTooOld(process.version)) {
  writeSync(2, `hcp: Node ${oldest.major}.${oldest.minor} or newer is needed, this is ${process.version}\n`);
  process.exitCode = 2;
} else {
  start(process.argv.slice(2));
}
