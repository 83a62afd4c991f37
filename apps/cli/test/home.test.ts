import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHome, type TestHome } from './hcp-harness.js';

let test: TestHome;
let entry: string;
let fault: string;

/** The entry of the user who runs the tests is nobody's to write below, so the program is given another. */
beforeAll(() => {
  test = createHome();
  entry = join(test.folder, 'entry');
  mkdirSync(entry);
  fault = join(test.folder, 'user.cjs');
  const user = JSON.stringify({ username: 'ada', homedir: entry });
  writeFileSync(fault, `require('node:os').userInfo = () => (${user});`);
});
afterAll(() => test.remove());

/** A command that writes, without a folder named for it. */
const grant = async (env: Readonly<Record<string, string>>): Promise<void> => {
  await test.json(['grant', 'ledger.*'], { env: { HCP_HOME: '', NODE_OPTIONS: `--require=${fault}`, ...env } });
};

it('state lives below HOME, which alone keeps a trial apart', async () => {
  const home = join(test.folder, 'clean');
  mkdirSync(home);
  await grant({ HOME: home });
  expect([existsSync(join(home, '.hcp', 'config.json')), existsSync(join(entry, '.hcp'))]).toEqual([true, false]);
});

it.each([{}, { HOME: '' }, { HOME: 'relative' }])(
  "with %j it lives in the home folder of the user's entry",
  async (env) => {
    const folder = join(entry, '.hcp');
    await grant(env);
    expect(existsSync(join(folder, 'config.json'))).toBe(true);
    await test.json(['revoke', 'ledger.*'], { env: { HCP_HOME: folder } });
    expect(existsSync(join(test.folder, 'relative'))).toBe(false);
  },
);

it('HCP_HOME comes before HOME', async () => {
  const home = join(test.folder, 'named');
  await grant({ HOME: join(test.folder, 'unused'), HCP_HOME: home });
  expect([existsSync(join(home, 'config.json')), existsSync(join(test.folder, 'unused'))]).toEqual([true, false]);
});

it('--help says so', async () => {
  expect((await test.hcp(['--help'])).stdout.replace(/\s+/g, ' ')).toContain(
    'State lives in the folder HCP_HOME names, else in ~/.hcp, where ~ is HOME or, without it, your home folder.',
  );
});
