import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCase } from '../src/cases/read-case.js';
import { main } from '../src/main.js';
import { splitCommand } from '../src/drivers/split-command.js';

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'conformance.md'), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1] ?? '');
const folder = mkdtempSync(join(tmpdir(), 'hcp-minimal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('docs/conformance.md', () => {
  it('has a minimal driver that passes the cases it names', { timeout: 120_000 }, async () => {
    const [source = ''] = blocks('javascript');
    const driver = join(folder, 'minimal-driver.mjs');
    writeFileSync(driver, source);
    const line = blocks('console').find((block) => block.includes('minimal-driver.mjs')) ?? '';
    const [program, ...words] = splitCommand(line.replace(/^\$ /, '').replaceAll('\\\n', ' ')) ?? [''];
    expect(program).toBe('hcp-conformance');
    let out = '';
    const command = words.map((word) => word.replace('node ./minimal-driver.mjs', `'${process.execPath}' '${driver}'`));
    const status = await main(command, { env: process.env, out: (said) => void (out += said), err: () => undefined });
    expect(out).toMatch(/^[3-9]\d cases through .*: (\d+) passed, 0 failed, 0 unsupported, 0 skipped\nconforms\n$/);
    expect(status).toBe(0);
  });

  it('shows a case that is in the format', () => {
    const [shown = ''] = blocks('json');
    expect(readCase('6.3/shown', shown)).toMatchObject({ op: 'exec', clauses: ['6.3.6', 'P1-confirm-true'] });
  });
});
