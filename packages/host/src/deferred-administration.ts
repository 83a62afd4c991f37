import type {
  ApprovalAdministration,
  Configuration,
  CredentialAdministration,
  PackAdministration,
  SessionAdministration,
  TokenAdministration,
} from './host.js';

/** Each is the administration `load` answers, loaded by its first use: a call never waits for what administers. */

export const deferPacks = (load: () => Promise<PackAdministration>): PackAdministration => ({
  importOpenApi: async (source, options) => (await load()).importOpenApi(source, options),
  validate: async (dir) => (await load()).validate(dir),
  install: async (dir, options) => (await load()).install(dir, options),
  uninstall: async (id) => (await load()).uninstall(id),
  list: async () => (await load()).list(),
  show: async (id) => (await load()).show(id),
  skill: async (id) => (await load()).skill(id),
});

export const deferSessions = (load: () => Promise<SessionAdministration>): SessionAdministration => ({
  activate: async (name, packId, projectId) => (await load()).activate(name, packId, projectId),
  deactivate: async (name, packId) => (await load()).deactivate(name, packId),
  list: async () => (await load()).list(),
});

export const deferConfiguration = (load: () => Promise<Configuration>): Configuration => ({
  principal: async () => (await load()).principal(),
  grant: async (capability) => (await load()).grant(capability),
  revoke: async (capability) => (await load()).revoke(capability),
  get: async (key) => (await load()).get(key),
  set: async (key, value) => (await load()).set(key, value),
});

export const deferCredentials = (load: () => Promise<CredentialAdministration>): CredentialAdministration => ({
  hubOf: async (packId) => (await load()).hubOf(packId),
  connect: async (packId, text, owner) => (await load()).connect(packId, text, owner),
  list: async () => (await load()).list(),
  remove: async (packId) => (await load()).remove(packId),
  storeSubjectToken: async (text, owner) => (await load()).storeSubjectToken(text, owner),
  removeSubjectToken: async (owner) => (await load()).removeSubjectToken(owner),
});

export const deferTokens = (load: () => Promise<TokenAdministration>): TokenAdministration => ({
  create: async (request) => (await load()).create(request),
  list: async () => (await load()).list(),
  revoke: async (id) => (await load()).revoke(id),
});

export const deferApprovals = (load: () => Promise<ApprovalAdministration>): ApprovalAdministration => ({
  pending: async () => (await load()).pending(),
  approve: async (id) => (await load()).approve(id),
  deny: async (id) => (await load()).deny(id),
});
