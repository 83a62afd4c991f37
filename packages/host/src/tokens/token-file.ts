import type { TokenSummary } from '../host.js';
import { principalShape } from '../config/config-file.js';
import { closed, isText, listOf, type JsonObject } from '../state/shape.js';
import type { StateFormat } from '../state/state-file.js';

/** A static token as stored: whoever reads the file cannot use it. */
export interface StoredToken extends TokenSummary {
  readonly sha256: string;
}

const time = isText('an RFC 3339 time', (text) => !Number.isNaN(Date.parse(text)));

/** `tokens.json` (profile P6); a token that is not in it authenticates nobody. */
export const tokensFormat: StateFormat<readonly StoredToken[]> = {
  shape: closed({
    tokens: listOf(
      closed({
        id: isText('12 hexadecimal digits', (text) => /^[0-9a-f]{12}$/.test(text)),
        sha256: isText('64 hexadecimal digits', (text) => /^[0-9a-f]{64}$/.test(text)),
        principal: principalShape,
        created_at: time,
      }),
    ),
  }),
  versionOptional: false,
  decode: (value) => value['tokens'] as readonly StoredToken[],
};

export const tokensMembers = (tokens: readonly StoredToken[]): JsonObject => ({ tokens });
