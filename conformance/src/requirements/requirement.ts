/** One duty of the specification or of the profile, in our own words. */
export interface Requirement {
  /** What cases cite, such as `6.3.6` or `P3-dash`; it starts with the clause. */
  readonly id: string;
  readonly text: string;
  /**
   * Present when no case of the driver protocol can show it, with the reason: `http` needs the HTTP face, `inside`
   * cannot be seen from one call and its answer, `pack` is shown by `hcp-conformance pack`.
   */
  readonly seenFrom?: { readonly where: 'http' | 'inside' | 'pack'; readonly reason: string };
}
