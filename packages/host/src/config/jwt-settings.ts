import { closed, isText, listOf, oneOf, optional, type Shape } from '../state/shape.js';

/** Where a principal stands in the claims of a token; each is the literal name of a top-level claim. */
export interface ClaimNames {
  readonly id?: string;
  readonly tenant?: string;
  readonly projects?: string;
  readonly capabilities?: string;
}

/** Whose JWTs are accepted (profile P6); exactly one of `jwks_url` and `jwks_file` names the keys. */
export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly string[];
  readonly jwks_url?: string;
  readonly jwks_file?: string;
  readonly claims?: ClaimNames;
}

/** Signatures by a private key only: with `none` nobody signs, with HS* whoever verifies could. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
] as const;

const loopback = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/** Keys fetched in the clear could be anyone's, except from this machine. */
const isKeyAddress = (text: string): boolean => {
  if (!URL.canParse(text)) {
    return false;
  }
  const { protocol, hostname, username, password, hash } = new URL(text);
  const safe = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
  return safe && username === '' && password === '' && hash === '';
};

const named = isText('a text of 1 to 1024 characters', (text) => text.length > 0 && text.length <= 1024);
const claim = optional(named);

const members: Shape = closed({
  issuer: named,
  audience: named,
  algorithms: listOf(oneOf(...algorithms)),
  jwks_url: optional(isText('an https URL, or an http one of a loopback address', isKeyAddress)),
  jwks_file: optional(isText('an absolute path', (text) => text.startsWith('/'))),
  claims: optional(closed({ id: claim, tenant: claim, projects: claim, capabilities: claim })),
});

/** `authentication.jwt` of `config.json`. */
export const jwtSettings: Shape = (value, pointer) => {
  const wrong = members(value, pointer);
  if (wrong !== undefined) {
    return wrong;
  }
  const settings = value as JwtSettings;
  if (settings.algorithms.length === 0) {
    return `${pointer}/algorithms must name at least one algorithm`;
  }
  return (settings.jwks_url === undefined) === (settings.jwks_file === undefined)
    ? `${pointer} must have exactly one of jwks_url and jwks_file`
    : undefined;
};
