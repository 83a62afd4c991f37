/* Made by scripts/generate-schema.mjs from policy.schema.json; change that and run the generator again. */

/**
 * The policy of an HCP pack, policy.json at the pack root (profile P5): which verbs may run, and under which rules.
 */
export interface PolicyFile {
  /**
   * The id in surface.json.
   */
  surface_id: string;
  privacy?: PolicyPrivacy;
  /**
   * The entries by verb_key. A verb without one never runs; an empty object allows nothing.
   */
  verbs: {
    [k: string]: PolicyFileEntry;
  };
}
/**
 * Where results may land.
 */
export interface PolicyPrivacy {
  /**
   * brain needs a project. Default device.
   */
  land?: 'device' | 'tenant' | 'brain';
}
export interface PolicyFileEntry {
  /**
   * What the verb does.
   */
  access: 'read' | 'write';
  /**
   * What a principal needs: <surface_id>. and more; a write's must not end .read. Default <surface_id>.<access>.
   */
  capability?: string;
  /**
   * Whether a call needs confirm or apply in its arguments (true), or the operator's approval. Default true for write, false for read.
   */
  confirm?: true | false | 'approval';
  /**
   * none: the verb runs without a credential (set-up, connect, status).
   */
  binding?: 'none';
  /**
   * Arguments that are shown and stored as [redacted].
   */
  secret_args?: string[];
  /**
   * Arguments that may start a token of the program's argv with "-".
   */
  allow_dash?: string[];
  /**
   * What no argument may start a token of the program's argv with, such as "@".
   */
  deny_prefix?: string[];
  /**
   * Milliseconds a call may take, at most what a timer can count. Default 60000.
   */
  timeout_ms?: number;
  /**
   * Bytes each output stream of a call may hold, at most 256 MiB. Default 10485760.
   */
  max_output_bytes?: number;
}
