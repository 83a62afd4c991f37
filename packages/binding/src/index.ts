export { createBinding } from './create-binding.js';
export type { BindingOptions } from './create-binding.js';
export type { Hub, HubAnswer, HubRequest } from './hub.js';
export { checkCredentialText, connectLocalCredential, findConnectObstacle } from './local/connect-local-credential.js';
export type { ConnectRequest, CredentialSummary } from './local/connect-local-credential.js';
export { familyFileName } from './local/family-file-name.js';
export { createLocalCredentialHub } from './local/local-credential-hub.js';
export { createRedactor, shortestSecret } from './redaction/create-redactor.js';
