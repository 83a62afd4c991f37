import type { ApprovedCall, SandboxMode } from '@hcp/pipeline';

export interface EnvironmentRequest {
  /** Folder of the pinned interpreter, first on PATH. */
  readonly interpreterFolder: string | undefined;
  readonly home: string;
  readonly temporary: string;
  readonly lang: string;
  readonly timeZone: string;
  readonly agentEnv: Readonly<Record<string, string>>;
  readonly credentialEnv: Readonly<Record<string, string>>;
  readonly mode: SandboxMode;
  readonly call: Pick<ApprovedCall, 'callId' | 'packId' | 'verbKey' | 'bindingMode'>;
}

export const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * The whole environment of a child, in the order of profile P3, a later layer winning; nothing is inherited. The
 * record has no prototype. Pure.
 */
export function buildEnvironment(request: EnvironmentRequest): Record<string, string> {
  const { interpreterFolder, call } = request;
  const environment = Object.create(null) as Record<string, string>;
  environment['PATH'] = interpreterFolder === undefined ? SYSTEM_PATH : `${interpreterFolder}:${SYSTEM_PATH}`;
  environment['HOME'] = request.home;
  environment['TMPDIR'] = request.temporary;
  environment['LANG'] = request.lang;
  environment['TZ'] = request.timeZone;
  for (const layer of [request.agentEnv, request.credentialEnv]) {
    for (const name of Object.keys(layer)) environment[name] = layer[name] ?? '';
  }
  environment['HCP_SANDBOX'] = request.mode;
  environment['HCP_PACK_ID'] = call.packId;
  environment['HCP_VERB_KEY'] = call.verbKey;
  environment['HCP_BINDING_MODE'] = call.bindingMode;
  environment['HCP_CALL_ID'] = call.callId;
  return environment;
}

/** The first variable of these layers that has no plain name or that the rule forbids; `undefined` when all may be set. */
export function findForbiddenVariable(
  layers: readonly Readonly<Record<string, string>>[],
  isForbidden: (name: string, value: string) => boolean,
): string | undefined {
  for (const layer of layers) {
    for (const name of Object.keys(layer)) {
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || isForbidden(name, layer[name] ?? '')) return name;
    }
  }
  return undefined;
}
