import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DriverAnswer } from '../../src/drivers/driver.js';
import { fixtureDriver } from '../support.js';

const folder = mkdtempSync(join(tmpdir(), 'hcp-driver-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const request = { hcp_conformance: 1, op: 'meta', pack_dir: '/nonexistent', home_root: '/nonexistent' } as const;
const ask = (name: string, timeoutMs?: number): Promise<DriverAnswer> =>
  fixtureDriver(name, [], timeoutMs).answer(request, { folder, kept: folder });

describe('a driver command', () => {
  it('is given the document on stdin, in an empty folder, with decoys in its environment', async () => {
    const answer = await ask('echo.sh');
    expect(answer.kind).toBe('answered');
    expect(JSON.parse(answer.kind === 'answered' ? answer.text : '')).toEqual({
      request,
      folder: realpathSync(folder),
      entries: 0,
      decoy: 'inherited',
    });
  });

  it('says what it cannot do', async () => {
    expect(await ask('unsupported.sh')).toEqual({ kind: 'unsupported', why: 'no adapters yet' });
  });

  it.each([
    ['two-documents.sh', 'text behind the JSON document'],
    ['garbage.sh', 'no module named hcp'],
    ['silent.sh', 'did not print one JSON document'],
    ['not-utf8.sh', 'not UTF-8'],
    ['none.sh', 'cannot be started'],
  ])('fails as %s does', async (name, why) => {
    expect(await ask(name)).toMatchObject({ kind: 'failed', why: expect.stringContaining(why) as string });
  });

  it('fails when it hangs, and is ended', async () => {
    expect(await ask('hang.sh', 200)).toMatchObject({ kind: 'failed', why: 'the driver did not end within 0.2 s' });
  });
});
