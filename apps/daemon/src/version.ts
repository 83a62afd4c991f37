declare const HCPD_VERSION: string;

/** This program's version, written in by the bundler from package.json. */
export const version: string = HCPD_VERSION;
