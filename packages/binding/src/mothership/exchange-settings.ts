/** How a principal's token is exchanged for one of a family (RFC 8693), as the operator configured it. */
export interface ExchangeSettings {
  /** The token endpoint: https, or http of a loopback address where {@link ExchangeSettings.allowHttp} is set. */
  readonly endpoint: string;
  readonly clientId: string;
  readonly clientAuthentication: ClientAuthentication;
  readonly audience: string | undefined;
  readonly resource: string | undefined;
  /** Scopes separated by spaces. */
  readonly scope: string | undefined;
  /** A URI of RFC 8693 §3. */
  readonly subjectTokenType: string;
  /** Milliseconds for one exchange, the whole answer included. */
  readonly timeoutMs: number;
  readonly allowHttp: boolean;
  /** The variable the exchanged token goes into; derived from the family's name when the operator names none. */
  readonly variable: string | undefined;
}

export type ClientAuthentication =
  | { readonly method: 'none' }
  | {
      readonly method: 'client_secret_basic' | 'client_secret_post';
      /** Absolute path of a file that only its owner may read. */
      readonly secretFile: string;
    };

/** `LEDGER_TOKEN` for a family `ledger`, `ACCESS_TOKEN` without one. */
export function tokenVariable({ variable }: ExchangeSettings, family: string | undefined): string {
  if (variable !== undefined) return variable;
  if (family === undefined) return 'ACCESS_TOKEN';
  const name = family.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return `${/^[0-9]/.test(name) ? '_' : ''}${name}_TOKEN`;
}
