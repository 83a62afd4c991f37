import type {
  AdapterKind,
  HarnessBinding,
  HarnessOpenApiRef,
  HarnessPassThrough,
  HarnessWrapTarget,
  Plane,
  Transport,
  Verb,
} from './manifest.js';

/**
 * What is left of a manifest when every member of a wrong type is taken out, so that each rule looks at the
 * parts it needs and all mistakes are found in one reading. Without errors it is a {@link Manifest}.
 */
export interface ManifestDraft {
  readonly id?: string;
  readonly name?: string;
  readonly cliBin?: string;
  /** After the alias `adapter_kind` and the default (§3.1). */
  readonly kind: AdapterKind;
  readonly plane?: Plane;
  readonly transports?: readonly Transport[];
  readonly binding?: HarnessBinding;
  readonly wrap?: Partial<HarnessWrapTarget>;
  readonly openapi?: HarnessOpenApiRef;
  readonly pass_through?: Partial<HarnessPassThrough>;
  /** Null prototype. */
  readonly verbs: Readonly<Record<string, Verb>>;
  readonly stimulusTriggers?: readonly { readonly ref: string }[];
  readonly skill_url?: string;
  readonly harness?: string;
}
