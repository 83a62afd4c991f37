import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, type TestHome } from './hcp-harness.js';

let test: TestHome;
beforeEach(() => (test = createHome()));
afterEach(() => test.remove());

const document = `openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: 'https://pets.example' }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: ok } }
  /pets/{id}:
    delete:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: ok } }
`;

const written = (text = document): string => {
  const file = join(test.folder, 'pets.yaml');
  writeFileSync(file, text);
  return file;
};

describe('hcp import openapi', () => {
  it('drafts a pack in the current folder that validates, installs and is called', async () => {
    const cwd = test.folder;
    expect(await test.json(['import', 'openapi', written()], { cwd })).toMatchObject({
      id: 'pets',
      folder: join(cwd, 'pets'),
      result: 'written',
      verbs: ['listPets', 'delete.pets.id'],
    });
    expect(await test.json(['validate', join(cwd, 'pets')])).toEqual({ valid: true, issues: [] });
    await test.json(['install', join(cwd, 'pets')]);
    await test.json(['activate', 'pets']);
    expect(await test.call(['exec', 'pets', 'listPets', '--dry-run', '--', 'limit=5'])).toMatchObject([
      0,
      { ok: true, result: { dry_run: true } },
    ]);
    expect(await test.call(['exec', 'pets', 'delete.pets.id', '--', 'id=1', 'confirm=true'])).toMatchObject([
      3,
      { error: 'denied: missing pets.write for pets.delete.pets.id' },
    ]);
    await test.json(['grant', 'pets.write']);
    expect(await test.call(['exec', 'pets', 'delete.pets.id', '--', 'id=1'])).toMatchObject([
      3,
      { error: 'confirm required' },
    ]);
  });

  it('takes what is chosen, under the id and in the folder that are given', async () => {
    const folder = join(test.folder, 'a', 'b');
    const words = ['--tag', 'pets', '--operation', 'DELETE /pets/{id}', '--id', 'zoo', '--to', folder];
    expect(await test.json(['import', 'openapi', ...words, written()])).toMatchObject({
      id: 'zoo',
      folder,
      verbs: ['listPets', 'delete.pets.id'],
    });
    const one = await test.json(['import', 'openapi', '--tag', 'pets', '--to', `${folder}2`, written()]);
    expect(one).toMatchObject({ verbs: ['listPets'] });
  });

  it('shows how a pack differs and ends with 1, and replaces it when that is asked for', async () => {
    const cwd = test.folder;
    await test.json(['import', 'openapi', written()], { cwd });
    written(document.replace('listPets', 'findPets'));
    const shown = await test.hcp(['import', 'openapi', 'pets.yaml'], { cwd });
    expect([shown.status, JSON.parse(shown.stdout)]).toMatchObject([1, { result: 'differs' }]);
    const lines = await test.terminal(['import', 'openapi', '--to', join(cwd, 'pets'), join(cwd, 'pets.yaml')]);
    expect(lines.stdout).toContain('+     "findPets": {');
    expect(lines.stdout).toContain('is left as it is; to replace it: --overwrite');
    expect(readFileSync(join(cwd, 'pets', 'policy.json'), 'utf8')).toContain('listPets');
    await test.json(['import', 'openapi', '--overwrite', 'pets.yaml'], { cwd });
    expect(readFileSync(join(cwd, 'pets', 'policy.json'), 'utf8')).toContain('findPets');
  });

  it('says what is wrong with a document or a choice, and writes nothing', async () => {
    const ends = [
      await test.hcp(['import', 'openapi', '--to', join(test.folder, 'x'), written('a: 1')]),
      await test.hcp(['import', 'openapi', '--tag', 'cats', '--to', join(test.folder, 'x'), written()]),
      await test.hcp(['validate', join(test.folder, 'x')]),
    ];
    expect(ends.map(({ status }) => status)).toEqual([1, 1, 1]);
    expect(ends[0]?.stderr).toContain('must be OpenAPI 3.0 or 3.1, or Swagger 2.0');
    expect(ends[1]?.stderr).toContain('has no tag "cats"; its tags are: "pets"');
  });
});
