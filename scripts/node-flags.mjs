// What the commands in node_modules/.bin have their Node started with. They work without; a quiet and lean start is all
// these are for.
const quiet = ['--disable-warning=ExperimentalWarning'];

/** A command line lives for some milliseconds: fewer threads start sooner, and a first heap that is large enough is not collected on the way. */
const shortLived = [
  '--v8-pool-size=1',
  '--no-concurrent-recompilation',
  '--min-semi-space-size=2',
  '--max-semi-space-size=2',
];

export const nodeFlagsOf = (command) => (command === 'hcp' ? [...quiet, ...shortLived] : quiet);
