import { describe, expect, it } from 'vitest';
import { isForbiddenVariable } from '../src/forbidden-variable.js';

describe('isForbiddenVariable', () => {
  it.each([
    ...[
      'HCP_SANDBOX',
      'HCP_',
      'LD_PRELOAD',
      'LD_LIBRARY_PATH',
      'DYLD_INSERT_LIBRARIES',
      'GLIBC_TUNABLES',
      'GCONV_PATH',
    ],
    ...['NODE_OPTIONS', 'NODE_PATH', 'PYTHONPATH', 'PYTHONSTARTUP', 'PERL5LIB', 'PERL5OPT', 'RUBYOPT', 'RUBYLIB'],
    ...['BASH_ENV', 'BASH_FUNC_ls%%', 'ENV', 'SHELLOPTS', 'PS4', 'IFS', 'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS'],
  ])('forbids %s (profile P3)', (name) => {
    expect(isForbiddenVariable(name, '')).toBe(true);
  });

  it.each(['LEDGER_TOKEN', 'HCPX', 'NODE_ENV', 'PERL', 'ENVIRONMENT', 'PATH', 'HOME', '__proto__', 'constructor'])(
    'allows %s',
    (name) => {
      expect(isForbiddenVariable(name)).toBe(false);
    },
  );

  it.each(['', 'bin', '/bin:.', '/bin::/usr/bin', '/bin:', ':/bin', '~/bin'])('forbids PATH=%j', (value) => {
    expect(isForbiddenVariable('PATH', value)).toBe(true);
  });

  it('allows a PATH of absolute folders', () => {
    expect(isForbiddenVariable('PATH', '/opt/tool/bin:/usr/bin')).toBe(false);
  });
});
