/* Made by scripts/generate-schema.mjs from surface.schema.json; change that and run the generator again. */

/**
 * How verbs are executed: wrap runs a program, openapi sends a request, composite runs code in process, sense_only runs nothing. Default composite.
 */
export type SurfaceAdapterKind = 'wrap' | 'composite' | 'openapi' | 'sense_only';
/**
 * How verbs are executed: wrap runs a program, openapi sends a request, composite runs code in process, sense_only runs nothing. Default composite.
 */
export type SurfaceAdapterKind1 = 'wrap' | 'composite' | 'openapi' | 'sense_only';
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
 * The API description behind a pack of kind openapi.
 */
export type SurfaceOpenApi = Openapi & Openapi1;
export type Openapi = {
  [k: string]: unknown;
};

/**
 * An HCP pack manifest, surface.json at the pack root (HCP §3).
 */
export interface SurfaceFile {
  /**
   * For editors: where this schema is found. The runtime never follows it.
   */
  $schema?: string;
  /**
   * The pack's id. policy.json names the same one as surface_id.
   */
  id: string;
  /**
   * The name shown to people.
   */
  name?: string;
  /**
   * The command-line program the Skill teaches; the first token of each cli.
   */
  cliBin?: string;
  kind?: SurfaceAdapterKind;
  adapter_kind?: SurfaceAdapterKind1;
  plane?: SurfacePlane;
  transports?: SurfaceTransports;
  binding?: SurfaceBinding;
  wrap?: SurfaceWrap;
  openapi?: SurfaceOpenApi;
  pass_through?: SurfacePassThrough;
  /**
   * The pack's commands by verb_key. Empty only for kind sense_only, or for wrap beside pass_through.
   */
  verbs: {
    [k: string]: SurfaceVerb;
  };
  /**
   * What the pack senses. Kind sense_only needs at least one.
   */
  stimulusTriggers?: SurfaceStimulusTrigger[];
  /**
   * An absolute http or https URL of a hosted copy of the Skill. Never fetched.
   */
  skill_url?: string;
  /**
   * @deprecated
   * The Skill's text inline. Deprecated: write HARNESS.md instead.
   */
  harness?: string;
  meta?: SurfaceMeta;
  [k: string]: unknown;
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
export interface Openapi1 {
  /**
   * The API description's http or https URL; read when there is no path.
   */
  url?: string;
  /**
   * The API description's file, relative to the pack root and inside it.
   */
  path?: string;
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
/**
 * One command. Members that start with "x-" are extensions and never reported.
 */
export interface SurfaceVerb {
  /**
   * One sentence: what the command does.
   */
  description?: string;
  /**
   * The command line, the program's name first; {{name}} or --flag={{name}} is an argument.
   *
   * @minItems 1
   */
  cli?: string[];
  /**
   * A JSON Schema (2020-12, or draft-07 by $schema) of the command's arguments.
   */
  args?:
    | {
        [k: string]: unknown;
      }
    | boolean;
  /**
   * A hint; policy.json decides.
   */
  policy?: 'read' | 'write';
  [k: string]: unknown;
}
/**
 * One thing the pack senses.
 */
export interface SurfaceStimulusTrigger {
  /**
   * The trigger's reference.
   */
  ref: string;
  [k: string]: unknown;
}
/**
 * The derived metadata, carried. It must equal what the runtime derives.
 */
export interface SurfaceMeta {
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
