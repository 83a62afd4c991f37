const packId = /^[a-z0-9][a-z0-9._-]{0,127}$/;

/** Profile P4: 1 to 128 of `[a-z0-9._-]`, alphanumeric first; ids are lower-case by rule and never folded. */
export const isPackId = (text: string): boolean => packId.test(text);
