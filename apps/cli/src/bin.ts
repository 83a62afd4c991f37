import { useCompileCache } from './compile-cache.js';

// The cache has to be on before the program's own code is compiled, so this file holds nothing of it.
useCompileCache(__dirname);
void import('./main.js').then(({ main }) => main(process.argv.slice(2)));
