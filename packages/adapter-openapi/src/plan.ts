/** Where a parameter goes (profile P12). */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** The specification's styles, and `tabDelimited` for Swagger 2.0's `tsv`. */
export type Style =
  'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'tabDelimited' | 'deepObject';

/** How one declared parameter is written into a request. */
export interface ParameterPlan {
  readonly name: string;
  /** The argument its value comes from: the name, or `path.id` and the like where a name is used twice. */
  readonly arg: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Declared by `content` instead of `schema`: the value is written as JSON or as text, then encoded. */
  readonly content: 'json' | 'text' | null;
}

/** How one member of a form or multipart body is written. */
export interface FieldPlan {
  /** Present where the document's `encoding` names any of style, explode and allowReserved. */
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Media type of a multipart part, where the document names one. */
  readonly contentType?: string;
}

export type BodyKind = 'json' | 'text' | 'binary' | 'form' | 'multipart';

/** How the request body is made of arguments. */
export interface BodyPlan {
  readonly kind: BodyKind;
  readonly mediaType: string;
  readonly required: boolean;
  /** `null`: the argument `body` is the whole body. Else the arguments that are its members. */
  readonly members: readonly string[] | null;
  readonly fields: Readonly<Record<string, FieldPlan>>;
}

/** A JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Everything a call of one verb needs of its document (profile P12): plain JSON, made once at install. Nothing of it
 * is a credential.
 */
export interface OperationPlan {
  readonly version: 1;
  /** Upper case. */
  readonly method: string;
  /** Scheme, host and port of the document's own server; nothing else is ever contacted. */
  readonly origin: string;
  /** Literal text of the path, percent-encoded, and indexes into `parameters`. */
  readonly path: readonly (string | number)[];
  readonly parameters: readonly ParameterPlan[];
  readonly body: BodyPlan | null;
  readonly accept: string;
  /** What arguments are checked against; closed. */
  readonly args: JsonSchema;
  /** The answer of a mock Binding: JSON text. */
  readonly mock: string;
}
