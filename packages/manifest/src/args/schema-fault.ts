/** One thing wrong with an `args` schema: an RFC 6901 pointer into it, `/` for its root, and why. */
export interface SchemaFault {
  readonly pointer: string;
  readonly reason: string;
}
