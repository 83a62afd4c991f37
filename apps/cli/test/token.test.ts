import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, hasTerminal, type TestHome } from './hcp-harness.js';

let test: TestHome;
beforeEach(() => (test = createHome()));
afterEach(() => test.remove());

const ada = ['--tenant', 'acme', '--project', 'p1', '--project', 'p2', '--capability', 'ledger.*'];
const principal = { id: 'ada', tenant: 'acme', projects: ['p1', 'p2'], capabilities: ['ledger.*'] };

describe('hcp token', () => {
  it('makes a token, shows it once and stores a digest', async () => {
    const made = (await test.json(['token', 'create', 'ada', ...ada])) as { token: string };
    expect(made).toEqual({ token: expect.stringMatching(/^hcp_[A-Za-z0-9_-]{43}$/) as string });
    const list = await test.hcp(['token', 'list']);
    expect(JSON.parse(list.stdout)).toMatchObject({ tokens: [{ principal }] });
    const file = join(test.home, 'tokens.json');
    for (const text of [list.stdout, readFileSync(file, 'utf8')]) expect(text).not.toContain(made.token.slice(4));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { records } = (await test.json(['audit', 'tail'])) as { records: readonly object[] };
    expect(records).toMatchObject([{ event: 'admin', details: { action: 'token', token: 'created', principal } }]);
    expect(JSON.stringify(records)).not.toContain(made.token.slice(4));
  });

  it('revokes a token by its id, once', async () => {
    await test.json(['token', 'create', 'ada', ...ada]);
    const { tokens } = (await test.json(['token', 'list'])) as { tokens: readonly { id: string }[] };
    const id = tokens[0]?.id ?? '';
    expect(await test.json(['token', 'revoke', id])).toMatchObject({ id, principal });
    expect(await test.json(['token', 'list'])).toEqual({ tokens: [] });
    expect((await test.hcp(['token', 'revoke', id])).status).toBe(1);
  });

  it('makes none without a tenant or for a principal that cannot be', async () => {
    expect((await test.hcp(['token', 'create', 'ada'])).status).toBe(2);
    expect((await test.hcp(['token', 'create', ...ada])).status).toBe(2);
    for (const words of [
      ['', ...ada],
      ['ada', ...ada, '--capability', 'led ger'],
      ['ada', ...ada, '--project', ''],
    ]) {
      expect((await test.hcp(['token', 'create', ...words])).status).toBe(1);
    }
    expect(await test.json(['token', 'list'])).toEqual({ tokens: [] });
  });

  it.skipIf(!hasTerminal)('shows people the token on a line of its own', async () => {
    const { stdout } = await test.terminal(['token', 'create', 'ada', ...ada]);
    expect(stdout).toMatch(/it is not shown again:\r\nhcp_[A-Za-z0-9_-]{43}\r\n$/);
    expect((await test.terminal(['token', 'list'])).stdout).toMatch(/^ID +MADE +PRINCIPAL +TENANT /);
  });
});
