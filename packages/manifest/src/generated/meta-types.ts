/* Made by scripts/generate-schema.mjs from meta.schema.json; change that and run the generator again. */

/**
 * How verbs are executed: wrap runs a program, openapi sends a request, composite runs code in process, sense_only runs nothing. Default composite.
 */
export type SurfaceAdapterKind = 'wrap' | 'composite' | 'openapi' | 'sense_only';
/**
 * The API description behind a pack of kind openapi.
 */
export type SurfaceOpenApi = {
  [k: string]: unknown;
} & {
  /**
   * The API description's http or https URL; read when there is no path.
   */
  url?: string;
  /**
   * The API description's file, relative to the pack root and inside it.
   */
  path?: string;
};
/**
 * A control pack needs binding.mode mothership. Default runtime.
 */
export type SurfacePlane = 'runtime' | 'control';
/**
 * The faces the pack is made for.
 *
 * @maxItems 4
 */
export type SurfaceTransports = ('cli' | 'json_exec' | 'mcp')[];

/**
 * The protocol metadata of an HCP pack, derived from its manifest (HCP §3.6).
 */
export interface MetaFile {
  /**
   * The protocol's major version.
   */
  hcp: 1;
  /**
   * The manifest's id.
   */
  pack_id: string;
  adapter_kind: SurfaceAdapterKind;
  binding?: SurfaceBinding;
  wrap?: SurfaceWrap;
  openapi?: SurfaceOpenApi;
  pass_through?: SurfacePassThrough;
  plane?: SurfacePlane;
  transports?: SurfaceTransports;
  /**
   * The manifest's skill_url.
   */
  skill_url?: string;
}
/**
 * Where the pack's credential comes from.
 */
export interface SurfaceBinding {
  /**
   * Whose credential a call runs with; mock runs with none.
   */
  mode?: 'user' | 'mothership' | 'local' | 'public' | 'mock';
  /**
   * Where that credential is kept.
   */
  hub?: 'keyring' | 'local-credential' | 'public' | 'none';
  /**
   * The name the credential is kept under.
   */
  family?: string;
  /**
   * The provider that the connect command asks for.
   */
  connect_provider_id?: string;
}
/**
 * The program behind a pack of kind wrap.
 */
export interface SurfaceWrap {
  /**
   * The program: a path starting with "." (from the pack root), an absolute path, or a name on the operator's PATH.
   */
  bin: string;
  /**
   * The argv of a verb without cli; {{verb}} is the command's tail, {{name}} an argument. Default ["{{verb}}"].
   *
   * @maxItems 64
   */
  argv_template?: string[];
  /**
   * Variables added to the program's environment; values are literal.
   */
  agent_env?: {
    [k: string]: string;
  };
}
/**
 * Kind wrap only: raw subcommands, as a bootstrap. Carried and shown, never executable.
 */
export interface SurfacePassThrough {
  /**
   * The subcommands a bootstrap may use.
   *
   * @minItems 1
   */
  allowedSubcommands: string[];
  /**
   * The longest argv a bootstrap may use.
   */
  maxArgv: number;
}
