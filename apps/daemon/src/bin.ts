import { setFlagsFromString } from 'node:v8';
import { useCompileCache } from './compile-cache.js';

// A program is started by forking this process, which costs by the memory it has written to: a small young generation
// and code that was compiled before keep that down. Both have to be set before the program's own code is loaded.
setFlagsFromString('--semi-space-growth-factor=1');
useCompileCache(__dirname);
void import('./main.js').then(({ main }) => main(process.argv.slice(2)));
