import type { ClientAuthentication, ExchangeSettings } from '@hcp/binding';
import { isForbiddenVariable } from '@hcp/manifest';
import { closed, isBoolean, isText, mapOf, oneOf, optional, type Shape } from '../state/shape.js';

/** What is asked for in an exchange, for all families or for one. */
export interface ExchangeTarget {
  readonly audience?: string;
  readonly resource?: string;
  readonly scope?: string;
  /** The variable the token goes into. */
  readonly variable?: string;
}

/** Where and how the tokens of principals are exchanged (profile P7 `mothership`): `mothership` of `config.json`. */
export interface MothershipSettings extends ExchangeTarget {
  readonly endpoint: string;
  readonly client_id: string;
  /** `client_secret_basic` when there is a secret, else `none`. */
  readonly client_authentication?: ClientAuthentication['method'];
  /** Absolute path of the file, 0600, that holds the client's secret and nothing else. */
  readonly client_secret_file?: string;
  readonly subject_token_type?: string;
  /** Milliseconds for one exchange; default 10,000. */
  readonly timeout_ms?: number;
  /** For trying out: `endpoint` may be http, at a loopback address only. */
  readonly allow_http_loopback?: boolean;
  /** By family, in place of the same members above. */
  readonly families?: Readonly<Record<string, ExchangeTarget>>;
}

const defaultTimeoutMs = 10_000;
const longestTimeoutMs = 60_000;
const tokenType = 'urn:ietf:params:oauth:token-type:';

/** Does not repeat what it received: here it may be a secret in the wrong place. */
const unquoted =
  (rule: string, accepts: (text: string) => boolean): Shape =>
  (value, pointer) =>
    typeof value === 'string' && accepts(value) ? undefined : `${pointer} must be ${rule}`;

const loopback = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

const isEndpoint = (text: string): boolean => {
  if (!URL.canParse(text)) {
    return false;
  }
  const { protocol, hostname, username, password, hash } = new URL(text);
  const known = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
  return known && username === '' && password === '' && hash === '';
};

const word = unquoted('printable ASCII without spaces, at most 1024 characters', (text) =>
  /^[\x21-\x7e]{1,1024}$/.test(text),
);
const scopes = isText('scopes separated by single spaces', (text) =>
  /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text),
);
const variable = isText(
  'the name of a variable that a credential may set',
  (text) => /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(text) && !isForbiddenVariable(text, 'x'),
);
const timeout: Shape = (value, pointer) =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= longestTimeoutMs
    ? undefined
    : `${pointer} must be an integer from 1 to ${longestTimeoutMs}`;

const target = {
  audience: optional(word),
  resource: optional(isText('an absolute URI without fragment', (text) => URL.canParse(text) && !text.includes('#'))),
  scope: optional(scopes),
  variable: optional(variable),
};

const members: Shape = closed({
  ...target,
  endpoint: unquoted('an https URL, or an http one of a loopback address, without credentials in it', isEndpoint),
  client_id: word,
  client_authentication: optional(oneOf('none', 'client_secret_basic', 'client_secret_post')),
  client_secret_file: optional(
    unquoted('the absolute path of a file that holds the secret', (text) => /^\/.*[^/]$/.test(text)),
  ),
  subject_token_type: optional(oneOf(...['access_token', 'jwt', 'id_token'].map((type) => `${tokenType}${type}`))),
  timeout_ms: optional(timeout),
  allow_http_loopback: optional(isBoolean),
  families: optional(
    mapOf(
      isText('a family of 1 to 128 characters', (text) => /^.{1,128}$/su.test(text)),
      closed(target),
    ),
  ),
});

const methodOf = ({ client_authentication: method, client_secret_file: file }: MothershipSettings): string =>
  method ?? (file === undefined ? 'none' : 'client_secret_basic');

/** `mothership` of `config.json`. */
export const mothershipSettings: Shape = (value, pointer) => {
  const wrong = members(value, pointer);
  if (wrong !== undefined) {
    return wrong;
  }
  const settings = value as MothershipSettings;
  if (settings.endpoint.startsWith('http:') && settings.allow_http_loopback !== true) {
    return `${pointer}/endpoint must be https; for trying out on this machine set allow_http_loopback`;
  }
  return (methodOf(settings) === 'none') === (settings.client_secret_file === undefined)
    ? undefined
    : `${pointer}/client_secret_file must be there exactly where client_authentication uses a secret`;
};

const clientOf = (settings: MothershipSettings): ClientAuthentication => {
  const { client_secret_file: secretFile } = settings;
  return secretFile === undefined
    ? { method: 'none' }
    : {
        method: settings.client_authentication === 'client_secret_post' ? 'client_secret_post' : 'client_secret_basic',
        secretFile,
      };
};

/** The settings that hold for one family. */
export const exchangeSettings = (settings: MothershipSettings, family: string | undefined): ExchangeSettings => {
  const { families = {} } = settings;
  const own = family !== undefined && Object.hasOwn(families, family) ? families[family] : undefined;
  const { audience, resource, scope, variable: name } = { ...settings, ...own };
  return {
    endpoint: settings.endpoint,
    clientId: settings.client_id,
    clientAuthentication: clientOf(settings),
    audience,
    resource,
    scope,
    variable: name,
    subjectTokenType: settings.subject_token_type ?? `${tokenType}access_token`,
    timeoutMs: settings.timeout_ms ?? defaultTimeoutMs,
    allowHttp: settings.allow_http_loopback === true,
  };
};
