/** Where the plan of one verb stands in the plan file, and what it is (profile P12). */
export interface PinnedPlan {
  /** Byte offset and number of bytes. */
  readonly at: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Reserved argument keys (§6.1) that the operation declares as its own: they are read and also passed on. */
  readonly own_keys?: readonly string[];
}

/** The plans that an OpenAPI document became at install (profile P12). */
export interface PinnedOperations {
  /** Name of the plan file in the runtime's home. */
  readonly file: string;
  /** Address classes other than public that the operator allowed for the document's servers. */
  readonly allowed_addresses: readonly string[];
  /** By verb key. */
  readonly plans: Readonly<Record<string, PinnedPlan>>;
}
