export { type EnvironmentRequest, buildEnvironment } from './build-environment.js';
export { type NativeSandbox, type SandboxOptions, createSandbox } from './create-sandbox.js';
export { endCall } from './end-call.js';
export {
  type CallLimit,
  type CallLimits,
  type HostUser,
  type JailOptions,
  type JailSettings,
  DEFAULT_LIMITS,
} from './jail-settings.js';
export { type PinRequest, type PinResult, pinBin } from './pin-bin.js';
export { type OwnProgram, type OwnProgramEnd, runOwnProgram } from './run-own-program.js';
export { verifyPin } from './verify-pin.js';
