import type { Credential } from './credential.js';

/**
 * Every text of a credential that must not leave (profile P7): the values that `plain` does not name, and what a
 * program takes out of them: a variable without white space at its ends, a header's token without its scheme, pair
 * and password inside Basic, the values of cookies.
 */
export function secretValues({ env, headers, plain }: Credential): readonly string[] {
  const secret = ([name]: readonly [string, string]): boolean => !plain.includes(name);
  const variables = Object.entries(env).filter(secret);
  const fields = Object.entries(headers).filter(secret);
  return [
    ...variables.flatMap(([, value]) => [value, value.trim()]),
    ...fields.flatMap(([name, value]) => [value, ...partsOfHeader(name, value)]),
  ];
}

function partsOfHeader(name: string, value: string): readonly string[] {
  if (name.toLowerCase() === 'cookie') {
    return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  }
  const [, scheme = '', token = ''] = /^([A-Za-z][A-Za-z0-9._-]*)[ \t]+(.+)$/.exec(value) ?? [];
  return scheme.toLowerCase() === 'basic' ? [token, ...partsOfBasic(token)] : [token];
}

/** RFC 7617: the password begins behind the first colon. */
function partsOfBasic(token: string): readonly string[] {
  const pair = Buffer.from(token, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon === -1 ? [] : [pair, pair.slice(colon + 1)];
}
