/** What the commands in node_modules/.bin are started with. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning'];
