import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, hasTerminal, type TestHome } from './hcp-harness.js';

let test: TestHome;
beforeEach(async () => {
  test = createHome();
  const folder = test.pack('probe');
  const surface = join(folder, 'surface.json');
  writeFileSync(
    surface,
    readFileSync(surface, 'utf8').replace(
      /"approved": \{.*\}/,
      '"approved": { "description": "Approved.", "cli": ["probe", "echo", "{{amount}}", "{{pin}}"] }',
    ),
  );
  const policy = join(folder, 'policy.json');
  writeFileSync(
    policy,
    readFileSync(policy, 'utf8').replace('"confirm": "approval"', '"confirm": "approval", "secret_args": ["pin"]'),
  );
  await test.json(['install', folder]);
  await test.json(['activate', 'probe']);
  await test.json(['grant', 'probe.write']);
});
afterEach(() => test.remove());

const call = ['exec', 'probe', 'approved', '--', 'amount=7', 'pin=s3cret-pin'];
const refused = [3, { ok: false, pack_id: 'probe', verb_key: 'approved', error: 'approval required' }];
const ran = [0, { ok: true, pack_id: 'probe', verb_key: 'approved', result: '7\ns3cret-pin\n--json\n' }];

async function ask(words: readonly string[] = call): Promise<string> {
  expect(await test.call(words)).toEqual(refused);
  const { pending } = (await test.json(['approve'])) as { pending: readonly { id: string }[] };
  return pending.at(-1)?.id ?? '';
}

describe('hcp approve', () => {
  it('lists what waits with its secrets redacted', async () => {
    expect(await test.json(['approve'])).toEqual({ pending: [] });
    const id = await ask();
    const { stdout } = await test.hcp(['approve']);
    expect(JSON.parse(stdout)).toMatchObject({
      pending: [
        { id, principal_id: expect.any(String) as string, pack_id: 'probe', args: { amount: '7', pin: '[redacted]' } },
      ],
    });
    expect(stdout).not.toContain('s3cret');
  });

  it('approves exactly one run of exactly that call with --yes', async () => {
    const id = await ask();
    expect(await test.json(['approve', '--yes', id])).toMatchObject({ id, expires_at: expect.any(String) as string });
    expect(await test.call([...call, 'confirm=true'].map((word) => word.replace('amount=7', 'amount=8')))).toEqual(
      refused,
    );
    expect(await test.call(call)).toEqual(ran);
    expect(await test.call(call)).toEqual(refused);
    expect(await test.json(['audit', 'verify'])).toMatchObject({ ok: true });
  });

  it('drops a request with --deny', async () => {
    const id = await ask();
    expect(await test.json(['approve', '--deny', id])).toMatchObject({ id });
    expect(await test.json(['approve'])).toEqual({ pending: [] });
    expect((await test.hcp(['approve', '--yes', id])).status).toBe(1);
    const { records } = (await test.json(['audit', 'tail', '--count', '1'])) as { records: readonly object[] };
    expect(records).toMatchObject([{ event: 'approval', details: { decision: 'denied' } }]);
  });

  it('approves nothing without a terminal, without an id or with contrary flags', async () => {
    const id = await ask();
    for (const words of [[id], ['--yes'], ['--deny'], ['--yes', '--deny', id]]) {
      const { status } = await test.hcp(['approve', ...words], { input: 'y\n' });
      expect([words, status]).toEqual([words, 2]);
    }
    expect((await test.hcp(['approve', '--yes', 'unknown'])).status).toBe(1);
    expect(await test.call(call)).toEqual(refused);
  });
});

describe.skipIf(!hasTerminal)('hcp approve on a terminal', () => {
  const question = 'within 10 minutes?';

  it('shows the call and asks', async () => {
    const id = await ask(['exec', 'probe', 'approved', '--', 'amount=7\n\u202e\u001b[2J', 'pin=s3cret-pin']);
    const { status, stdout } = await test.terminal(['approve', id], { after: question, keys: 'y\r' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('approved for one use until')]);
    expect(stdout).toContain('argument   "amount": "7\\n\\u202e\\u001b[2J"');
    expect(stdout).toContain('argument   "pin": "[redacted]"');
    expect(stdout).not.toContain('\u202e');
    expect(stdout).not.toContain('\u001b[2J');
  });

  it.each(['n\r', '\r', 'yess\r', '\u0003', '\u0004'])('takes %j for a no', async (keys) => {
    const id = await ask();
    const { status, stdout } = await test.terminal(['approve', id], { after: question, keys });
    expect([status, stdout]).toEqual([1, expect.stringContaining('is not approved')]);
    expect(await test.call(call)).toEqual(refused);
  });

  it('lists what waits as a table', async () => {
    const id = await ask();
    const { stdout } = await test.terminal(['approve']);
    expect(stdout).toMatch(/^ID +ASKED +PRINCIPAL +TENANT +CALL\r\n/);
    expect(stdout).toContain(id);
    expect(stdout).not.toContain('s3cret');
  });
});
