/** An answer other than the one asked for: `{"error": code, "message"}` with its status (profile P11). */
export class ApiError extends Error {
  readonly status: number;
  /** Stable, for programs. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    details: { readonly message: string; readonly headers?: Readonly<Record<string, string>> },
  ) {
    super(details.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.headers = details.headers ?? {};
  }
}

/** What every answer that is no result looks like. */
export interface ErrorBody {
  readonly error: string;
  readonly message: string;
}
