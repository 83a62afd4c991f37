export { createBinding } from './create-binding.js';
export type { BindingOptions } from './create-binding.js';
export { checkCredentialText } from './credential/credential-text.js';
export type { CredentialSummary } from './credential/credential-text.js';
export type { Hub, HubAnswer, HubRequest } from './hub.js';
export { connectKeyringCredential, disconnectKeyringCredential } from './keyring/connect-keyring-credential.js';
export type { KeyringConnectRequest, KeyringDisconnectRequest } from './keyring/connect-keyring-credential.js';
export { keyringAccount } from './keyring/keyring.js';
export type { Keyring, KeyringAnswer, KeyringOwner } from './keyring/keyring.js';
export { createKeyringHub } from './keyring/keyring-hub.js';
export { openSystemKeyring } from './keyring/open-system-keyring.js';
export type { KeyringProgram, KeyringProgramEnd, SystemKeyringOptions } from './keyring/open-system-keyring.js';
export { connectLocalCredential, findConnectObstacle } from './local/connect-local-credential.js';
export type { ConnectRequest } from './local/connect-local-credential.js';
export { familyFileName } from './local/family-file-name.js';
export { disconnectLocalCredentials, listLocalCredentials } from './local/list-local-credentials.js';
export type { StoredCredential } from './local/list-local-credentials.js';
export { createLocalCredentialHub } from './local/local-credential-hub.js';
export { readPrivateFile } from './local/private-file.js';
export type { PrivateFile } from './local/private-file.js';
export { tokenVariable } from './mothership/exchange-settings.js';
export type { ClientAuthentication, ExchangeSettings } from './mothership/exchange-settings.js';
export { forgetExchangedTokens } from './mothership/forget-exchanged-tokens.js';
export { createMothershipHub } from './mothership/mothership-hub.js';
export type { MothershipOptions, SubjectToken } from './mothership/mothership-hub.js';
export {
  findSubjectToken,
  listSubjectTokens,
  readSubjectTokenText,
  removeSubjectToken,
  storeSubjectToken,
} from './mothership/subject-tokens.js';
export type { SubjectOwner, SubjectPlace, SubjectSummary } from './mothership/subject-tokens.js';
export { createRedactor, shortestSecret } from './redaction/create-redactor.js';
