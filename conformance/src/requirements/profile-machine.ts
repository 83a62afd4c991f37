import type { Requirement } from './requirement.js';
import { duties, unseen } from './duty.js';

/** Profile P6 to P12: principals, Bindings, sandbox, state, faces. */
export const machineRequirements: readonly Requirement[] = [
  ...duties({
    'P6-grant-exact': 'A grant matches a capability exactly.',
    'P6-grant-prefix': 'A grant ending in .* covers what is below it and nothing else.',
    'P6-grant-suffix': 'A grant starting with *. covers what ends so.',
    'P6-grant-all': 'The grant * covers everything.',
    'P6-grant-none': 'No grants cover nothing, and a star elsewhere is no wildcard.',
    'P6-project': 'The project is the session’s, else the principal’s only one.',
    'P6-bound': 'A session is bound to tenant and principal.',
    'P7-public': 'public, none, no binding and mock mint nothing.',
    'P7-local': 'local mints the connected credential of its family into the environment.',
    'P7-mock': 'mock, declared or asked for, uses no credential.',
    'P7-mode-in-force': 'HCP_BINDING_MODE is the mode in force.',
    'P7-pairs': 'Modes and hubs that do not go together fail validation.',
    'P7-family': 'A credential hub without a family, or without a mode, fails validation.',
    'P7-connected': 'A family that is not connected to this pack is refused.',
    'P7-absent': 'Without a credential the call is refused before anything starts.',
    'P7-expired': 'An expired credential is refused.',
    'P7-health': 'Health verbs are refused without a credential unless their entry says binding none.',
    'P7-redact':
      'Secrets become [redacted] in result, error, stdout and stderr, in every usual encoding, before the JSON is read.',
    'P7-plain': 'Values named plain, and those under 8 characters, are not redacted.',
    'P9-allowed': 'A bin that the operator did not allow is never started, in either mode.',
    'P9-changed': 'A pinned file that changed is refused.',
    'P9-mode': 'HCP_SANDBOX says which of the two modes the call ran in.',
    'P9-no-downgrade': 'In mode sandbox nothing runs outside a sandbox.',
    'P9-jail-reads': 'In mode sandbox a program reads neither passwords, nor the runtime’s home, nor another pack.',
    'P9-jail-writes': 'In mode sandbox a program writes to its HOME and its TMPDIR, and nowhere else.',
    'P9-jail-processes': 'In mode sandbox a program sees no process but those of its call.',
    'P9-jail-network': 'In mode sandbox a program has no network unless the operator allows one.',
    'P9-jail-leaves': 'In mode sandbox everything a call started is gone before the answer.',
    'P9-in-process': 'In mode sandbox composite code is refused unless the operator lets it run in process.',
    'P12-openapi-operation':
      'A verb of an openapi pack is one operation of its document, by operationId or by method and path.',
    'P12-openapi-names':
      'Arguments have the names of parameters, a place in front where a name is used twice, and of the body or its members.',
    'P12-openapi-checked': 'Arguments fit the schema of the operation and the verb’s own args.',
    'P12-openapi-path': 'A path argument is data of one segment, neither empty nor a dot segment.',
    'P12-openapi-headers': 'Headers of the runtime and the Binding are no arguments; a line end is refused.',
    'P12-openapi-reading': 'A document is read without the network and without files outside the pack.',
    'P12-openapi-unsupported': 'What cannot be sent as the document says is refused at install.',
    'P12-openapi-installed': 'A call goes by the document as it was installed.',
    'P12-openapi-mock': 'Under a mock Binding an openapi verb answers from examples and sends nothing.',
    'P12-composite-handler': 'What a handler returns is the result, and has to be JSON; what it throws is the error.',
    'P12-composite-nested':
      'A handler runs other commands through the same pipeline, with the session and principal of its caller.',
    'P12-composite-refusal':
      'A refusal of an inner call that is returned or thrown on reads as that of the inner call.',
    'P12-composite-confirm': 'A handler satisfies no gate that its caller did not.',
    'P12-composite-depth': 'Inner calls nest at most 8 deep.',
    'P12-composite-binding': 'A handler gets the credential of the composite’s own Binding, for this call.',
    'P12-composite-pinned': 'Every file of a pack with code is pinned; a changed, added or removed one is refused.',
    'P12-composite-ends': 'A handler ends within its limits, whatever it does, and takes nothing else with it.',
  }),
  ...unseen('inside', {
    'P6-authentication': [
      'Authentication is a port.',
      'how a driver authenticates is the runtime’s own; P2 shows its outcomes',
    ],
    'P7-keyring': [
      'The keyring hub refuses what is absent or slow.',
      'a keyring of the machine cannot be set up by a driver',
    ],
    'P7-mothership': [
      'The mothership hub exchanges the principal’s token.',
      'an endpoint cannot be set up by a driver',
    ],
    'P7-file': ['A stored credential is private and no symlink.', 'where a credential is stored is the runtime’s own'],
    'P7-argv': [
      'Secrets never reach a child by argv.',
      'what a child is told is shown by P7-local; argv of helpers is the runtime’s own',
    ],
    'P8-audit': [
      'The audit is append-only, chained, flushed before a call runs, and verifiable.',
      'its format is the runtime’s own',
    ],
    'P9-owners': [
      'Bin, interpreter and parent folders belong to root or the operator.',
      'a driver without root cannot give files away',
    ],
    'P9-limits': [
      'Mode sandbox limits processes, memory and file size of a call.',
      'by what a system can limit a call differs from machine to machine',
    ],
    'P10-state': ['State on disk is versioned, atomic and locked.', 'files of the home are the runtime’s own'],
    'P11-cli': ['The command line of the reference runtime.', 'its own tests hold it to this'],
    'P12-openapi-server': [
      'OpenAPI calls contact the document’s server only, follow no redirect, and read answers by hardening 37.',
      'needs a server beside the driver',
    ],
  }),
  ...unseen('http', {
    'P11-http': [
      'JSON over HTTP: routes, statuses, Host and Origin checks, idempotency.',
      'HTTP is not part of the driver protocol; apps/daemon/test/routes.test.ts: "are made with an id of 128 random bits and answered 201", "runs nothing a second time for a key that was used"; apps/daemon/test/hostile.test.ts: "a page of another site"',
    ],
  }),
];
