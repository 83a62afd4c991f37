/** Names that change which code a program loads or how a shell reads it, and the runtime's own (profile P3). */
const forbiddenNames: ReadonlySet<string> = new Set([
  'GLIBC_TUNABLES',
  'GCONV_PATH',
  'NODE_OPTIONS',
  'NODE_PATH',
  'BASH_ENV',
  'ENV',
  'SHELLOPTS',
  'PS4',
  'IFS',
  'JAVA_TOOL_OPTIONS',
  '_JAVA_OPTIONS',
]);

const forbiddenPrefixes: readonly string[] = ['HCP_', 'LD_', 'DYLD_', 'PYTHON', 'PERL5', 'RUBY', 'BASH_FUNC_'];

/**
 * Whether neither `agent_env` nor a credential may set this variable (profile P3). `PATH` is forbidden with a
 * value that has a relative or empty entry (an empty one is the working folder); without a value it is allowed.
 */
export function isForbiddenVariable(name: string, value?: string): boolean {
  if (forbiddenNames.has(name) || forbiddenPrefixes.some((prefix) => name.startsWith(prefix))) return true;
  return name === 'PATH' && value !== undefined && value.split(':').some((entry) => !entry.startsWith('/'));
}

/** Names that say where programs keep what they know of their user, logins above all. */
const loginNames: ReadonlySet<string> = new Set([
  ...['HOME', 'TMPDIR', 'SSH_AUTH_SOCK', 'DBUS_SESSION_BUS_ADDRESS', 'GNUPGHOME', 'NETRC', 'KUBECONFIG'],
  ...['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE', 'AZURE_CONFIG_DIR', 'CLOUDSDK_CONFIG', 'DOCKER_CONFIG'],
  ...['GH_CONFIG_DIR', 'GOOGLE_APPLICATION_CREDENTIALS'],
]);

/** Whether a variable leads a program to folders or logins other than those of its call (profile P3, P7). */
export function reachesAmbientLogins(name: string): boolean {
  return loginNames.has(name) || name.startsWith('XDG_');
}
