import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HcpCommand } from './hcp-command.js';
import { examples } from './run-program.js';

const server = spawn(process.execPath, [join(examples, 'bins', 'library-server.mjs'), '0']);
const hcp = new HcpCommand();

beforeAll(async () => {
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const { listening } = JSON.parse(line.toString()) as { readonly listening: string };
  const pack = join(mkdtempSync(join(tmpdir(), 'hcp-library-')), 'library');
  cpSync(join(examples, 'packs', 'library'), pack, { recursive: true });
  const document = join(pack, 'library.yaml');
  writeFileSync(document, readFileSync(document, 'utf8').replace('http://127.0.0.1:8765', listening));
  await hcp.manage('install', '--allow-private', pack);
  const credential = JSON.stringify({ headers: { Authorization: 'Bearer library-card-1' } });
  expect((await hcp.run(['connect', 'library', '--file', '-'], credential)).exitCode).toBe(0);
  await hcp.manage('activate', 'library');
  await hcp.manage('grant', 'library.write');
}, 60_000);

afterAll(() => server.kill());

describe('library through hcp', () => {
  it('reads, writes and removes by the operations of its document', async () => {
    const book = { isbn: '12', title: 'Twelve', tags: ['maths'] };
    expect(await hcp.send('library', 'putBook', { ...book, confirm: true })).toMatchObject({
      envelope: { ok: true, result: book },
    });
    expect(await hcp.exec('library', 'getBook', 'isbn=12')).toMatchObject({ envelope: { result: book } });
    expect(await hcp.send('library', 'list', { tag: ['maths', 'paths'] })).toMatchObject({
      envelope: { result: [{ isbn: 'a/b' }] },
    });
    expect(await hcp.exec('library', 'getBook', 'isbn=a/b')).toMatchObject({
      envelope: { result: { title: 'Slashes' } },
    });
    const removed = await hcp.run(['run', 'library', 'remove', '--isbn', '12', '--confirm']);
    expect(removed.stdout).toBe('{"ok":true,"pack_id":"library","verb_key":"remove","result":null}\n');
    expect(await hcp.exec('library', 'getBook', 'isbn=12')).toEqual({
      exitCode: 1,
      envelope: { ok: false, pack_id: 'library', verb_key: 'getBook', error: 'HTTP 404: {"error":"no book 12"}' },
    });
  }, 60_000);

  it.each([
    ['getBook', {}, 'invalid args: /isbn is required'],
    ['getBook', { isbn: '..' }, 'invalid args: /isbn must not make the path segment "." or ".."'],
    ['list', { tag: 'maths' }, 'invalid args: /tag must be an array, not a string'],
    [
      'list',
      { Authorization: 'x' },
      'invalid args: /Authorization is not a known member; remove it or correct its name',
    ],
    ['putBook', { isbn: '1', title: 'x' }, 'confirm required'],
    [
      'putBook',
      { isbn: '1', title: 'x', tags: ['a', 'b', 'c', 'd'], confirm: true },
      'invalid args: /tags must have at most 3 items, not 4',
    ],
  ])('refuses %s with %j', async (verb, args, error) => {
    expect(await hcp.send('library', verb, args)).toMatchObject({ exitCode: 3, envelope: { ok: false, error } });
  });

  it('answers a mock call and a dry run without its server', async () => {
    server.kill();
    await once(server, 'exit');
    expect(await hcp.send('library', 'list', { mode: 'mock' })).toMatchObject({
      envelope: { result: [{ title: 'An Example' }] },
    });
    const { stdout } = await hcp.run(['exec', 'library', 'getBook', '--dry-run', '--', 'isbn=../admin']);
    expect(JSON.parse(stdout)).toMatchObject({
      result: { dry_run: true, url: expect.stringMatching(/\/v1\/books\/\.\.%2Fadmin$/) as string },
    });
    expect(await hcp.exec('library', 'getBook', 'isbn=1')).toMatchObject({ exitCode: 3, envelope: { ok: false } });
  }, 60_000);
});
