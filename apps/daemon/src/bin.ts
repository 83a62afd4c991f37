import { createLoader, openCodeCache } from '@hcp/host/program';
import type * as program from './main.js';

declare const HCPD_BUILD: string;

/** The program's own code is in another file: what is compiled before the cache is open is compiled each time. */
const load = createLoader({
  folder: __dirname,
  entry: 'hcpd.cjs',
  build: HCPD_BUILD,
  kindOfRun: 'daemon',
  cache: process.env['NODE_DISABLE_COMPILE_CACHE'] === undefined ? openCodeCache(__dirname) : undefined,
  nodeOptions: process.env['NODE_OPTIONS'],
});
const { main } = load('./main.cjs') as typeof program;
void main(process.argv.slice(2));
