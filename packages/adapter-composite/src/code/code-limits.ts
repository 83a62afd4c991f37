/** The file in the root of a pack that exports its handlers (profile P12). */
export const codeEntry = 'composite.js';

/** Every call looks at every file again, so a pack has to be small. */
export const mostFiles = 1000;
export const mostBytes: number = 8 * 1024 * 1024;
