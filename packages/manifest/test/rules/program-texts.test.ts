import { describe, expect, it } from 'vitest';
import { wrapPack } from '../example-manifest.js';
import { errorsOf, warningsOf } from '../validation.js';

const pack = (environment: Readonly<Record<string, string>>): object =>
  wrapPack({ wrap: { bin: 'tool', agent_env: environment } });

describe('ambientLogins', () => {
  it.each(['HOME', 'TMPDIR', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR', 'SSH_AUTH_SOCK', 'KUBECONFIG', 'NETRC'])(
    'warns of %s in agent_env and says why, whatever its value',
    async (name) => {
      for (const value of ['/home/ada', '']) {
        expect(await errorsOf(pack({ [name]: value }))).toEqual([]);
        expect(await warningsOf(pack({ [name]: value }))).toEqual([
          `agent_env: /wrap/agent_env/${name} leads the program out of the private folders of a call, ` +
            'to logins that are not its own; remove it',
        ]);
      }
    },
  );

  it.each(['HOMEPAGE', 'home', 'LANG', 'TZ', 'XDG', 'PATH'])('says nothing of %s', async (name) => {
    expect(await warningsOf(pack({ [name]: '/a' }))).toEqual([]);
  });

  it('leaves a PATH with a relative entry the error that it is', async () => {
    for (const value of ['bin', '/bin:', '.:/bin', '']) {
      expect(await errorsOf(pack({ PATH: value }))).toEqual([
        'invalid_meta: /wrap/agent_env/PATH must hold absolute folders only',
      ]);
    }
  });
});
