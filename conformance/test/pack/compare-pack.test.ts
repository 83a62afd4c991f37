import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/main.js';
import { hcpBinary } from '../product-binaries.js';

async function compare(pack: string): Promise<{ status: number; lines: readonly string[] }> {
  let out = '';
  const dir = join(import.meta.dirname, '..', 'fixtures', 'packs', pack);
  const status = await main(['pack', dir, '--hcp', hcpBinary()], {
    env: process.env,
    out: (text) => void (out += text),
    err: () => undefined,
  });
  return { status, lines: out.trimEnd().split('\n') };
}

describe('hcp-conformance pack', () => {
  it('finds the two faces of an honest pack the same, failures included', async () => {
    expect(await compare('honest')).toEqual({
      status: 0,
      lines: [
        'same    echo {}',
        'same    echo {"text":"two words"}',
        'same    echo {"text":"$(id)","times":2}',
        'same    fail {}',
        'same    text {}',
        '5 examples of honest, 0 differ',
      ],
    });
  });

  it('finds out a pack that answers people and agents differently', async () => {
    const { status, lines } = await compare('two-faced');
    expect(status).toBe(1);
    expect(lines).toEqual([
      'same    same {}',
      'DIFFERS list {}',
      '        the bin itself gives {"agent":false}, and the JSON face {"agent":true}',
      'DIFFERS exit {}',
      expect.stringContaining('the bin itself exits 1, and the JSON face says {"ok":true'),
      'DIFFERS gated {}',
      expect.stringContaining('confirm required'),
      '4 examples of two-faced, 3 differ',
    ]);
  });

  it('fails for a pack with nothing to compare', async () => {
    expect(await compare('bare')).toEqual({
      status: 1,
      lines: ['bare has no read verb with x-examples, so there is nothing to compare'],
    });
  });

  it('fails for a folder that is no pack', async () => {
    expect(await compare('nowhere')).toMatchObject({ status: 1, lines: [expect.stringContaining('is no pack')] });
  });
});
