import { randomBytes } from 'node:crypto';
import { HcpError, type Principal } from '@hcp/pipeline';
import { principalShape } from '../config/config-file.js';
import type { TokenAdministration, TokenRequest, TokenSummary } from '../host.js';
import type { RecordAct } from '../state/admin-act.js';
import type { StateStore } from '../state/state-store.js';
import { makeToken, tokenDigest } from './bearer-token.js';
import { tokensFormat, tokensMembers, type StoredToken } from './token-file.js';

export interface TokenAdministrationOptions {
  readonly store: StateStore;
  readonly record: RecordAct;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Without the digest. */
const summarise = ({ id, principal, created_at: createdAt }: StoredToken): TokenSummary => ({
  id,
  principal,
  created_at: createdAt,
});

/** Throws `HcpError` `invalid_principal`, naming the member. */
const principalOf = ({ principalId, tenant, projects, capabilities }: TokenRequest): Principal => {
  const principal = {
    id: principalId,
    tenant,
    projects: [...new Set(projects)],
    capabilities: [...new Set(capabilities)],
  };
  const wrong = principalShape(principal, '/');
  if (wrong !== undefined) {
    throw new HcpError('invalid_principal', `token: the principal cannot be: ${wrong}. No token is made.`);
  }
  return principal;
};

const requireToken = (tokens: readonly StoredToken[], id: string): StoredToken => {
  const found = tokens.find((token) => token.id === id);
  if (found === undefined) {
    throw new HcpError(
      'unknown_token',
      `no token has the id ${JSON.stringify(id)}; hcp token list shows those there are.`,
    );
  }
  return found;
};

/** Static bearer tokens of one home (profile P6, P11 `token`); each change is recorded, then written. */
export const createTokenAdministration = (options: TokenAdministrationOptions): TokenAdministration => {
  const { store, record, now } = options;
  const file = store.layout.tokens;
  const read = (): readonly StoredToken[] => store.read(file, tokensFormat) ?? [];
  return {
    create: async (request) => {
      const principal = principalOf(request);
      return store.locked(async () => {
        const tokens = read();
        const token = makeToken();
        const id = randomBytes(6).toString('hex');
        const stored = { id, sha256: tokenDigest(token), principal, created_at: new Date(now()).toISOString() };
        await record({ action: 'token', packId: null, details: { token: 'created', id, principal } });
        store.write(file, tokensMembers([...tokens, stored]));
        return { ...summarise(stored), token };
      });
    },
    list: () => Promise.resolve().then(() => read().map(summarise)),
    revoke: (id) =>
      store.locked(async () => {
        const tokens = read();
        const found = requireToken(tokens, id);
        await record({ action: 'token', packId: null, details: { token: 'revoked', id, principal: found.principal } });
        store.write(file, tokensMembers(tokens.filter((token) => token !== found)));
        return summarise(found);
      }),
  };
};
