import { describe, expect, it } from 'vitest';
import { validatePack } from '../../../policy/dist/index.js';
import { createPlanner, draftPack, parseDocument, type DraftRequest, type PackDraft } from '../../src/document.js';
import { compileArgsSchema } from '@hcp/manifest/args-schema';

const info = { title: 'Pet Store', version: '1' };
const ok = { responses: { 200: { description: 'ok' } } };
const servers = [{ url: 'https://pets.example/v1' }];
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

const openapi3 = {
  openapi: '3.0.3',
  info,
  servers,
  paths: {
    '/pets': {
      get: { operationId: 'listPets', tags: ['pets'], summary: 'List pets', ...ok },
      head: { operationId: 'countPets', tags: ['pets'], ...ok },
      post: {
        operationId: 'addPet',
        tags: ['pets', 'admin'],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        ...ok,
      },
    },
    '/pets/{id}': {
      parameters: [id],
      get: { tags: ['pets'], description: 'One pet.', ...ok },
      delete: { operationId: 'removePet', tags: ['admin'], deprecated: true, ...ok },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', minLength: 9 }, parent: { $ref: '#/components/schemas/Pet' } },
      },
    },
  },
};

const everything: DraftRequest = { tags: [], operations: [], path: 'document/openapi.json' };
const parse = (document: unknown) => parseDocument(Buffer.from(JSON.stringify(document)), { name: 'openapi.json' });
const draftOf = (document: unknown, request: Partial<DraftRequest> = {}): PackDraft =>
  draftPack(parse(document), { ...everything, ...request });
const withPaths = (paths: object): object => ({ openapi: '3.1.0', info, servers, paths });

interface Surface {
  readonly id: string;
  readonly name?: string;
  readonly binding: object;
  readonly verbs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const surfaceOf = ({ surface }: PackDraft): Surface => JSON.parse(surface) as Surface;
const policyOf = ({ policy }: PackDraft): unknown => (JSON.parse(policy) as { verbs: unknown }).verbs;
const envelopesOf = ({ skill }: PackDraft) =>
  skill
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { verb_key: string; args?: Record<string, unknown> });

describe('the draft of a pack', () => {
  it('reads by GET and HEAD, and has a confirmed write for everything else', () => {
    expect(policyOf(draftOf(openapi3))).toEqual({
      listPets: { access: 'read' },
      countPets: { access: 'read' },
      addPet: { access: 'write', confirm: true },
      'get.pets.id': { access: 'read' },
      removePet: { access: 'write', confirm: true },
    });
  });

  it('names each operation, with its description and the types of its arguments', () => {
    const { id: packId, name, binding, verbs } = surfaceOf(draftOf(openapi3));
    expect([packId, name, binding]).toEqual(['pet-store', 'Pet Store', { mode: 'public' }]);
    expect(verbs['listPets']).toEqual({
      description: 'List pets',
      args: { type: 'object', properties: {} },
      policy: 'read',
    });
    expect(verbs['get.pets.id']).toEqual({
      description: 'One pet.',
      'x-operation': 'GET /pets/{id}',
      args: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      policy: 'read',
    });
    expect(verbs['removePet']?.['description']).toBe('Deprecated. DELETE /pets/{id}');
  });

  it.each([
    { title: 'OpenAPI 3.0', document: openapi3 },
    { title: 'OpenAPI 3.1', document: { ...openapi3, openapi: '3.1.0' } },
    {
      title: 'Swagger 2.0',
      document: {
        swagger: '2.0',
        info,
        host: 'pets.example',
        securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        paths: {
          '/pets/{id}': {
            get: {
              operationId: 'getPet',
              parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
              ...ok,
            },
          },
        },
      },
    },
  ])('of $title validates, and each verb has a row and an example that its plan accepts', async ({ document }) => {
    const draft = draftOf(document);
    const { valid, issues } = await validatePack(draft);
    expect([valid, issues]).toEqual([true, []]);
    const envelopes = envelopesOf(draft);
    expect(envelopes.map(({ verb_key: key }) => key)).toEqual(draft.verbs);
    const planner = createPlanner(parse(document));
    for (const { verb_key: key, args = {} } of envelopes) {
      expect(draft.skill).toContain(`| \`${key}\` |`);
      const written = surfaceOf(draft).verbs[key]?.['x-operation'];
      const planned = planner.plan(written === undefined ? { operationId: key } : { 'x-operation': written });
      if (!planned.ok) throw new Error(planned.reason);
      const sent = Object.fromEntries(Object.entries(args).filter(([name]) => name !== 'confirm'));
      expect(compileArgsSchema(planned.plan.args)(sent)).toEqual({ ok: true });
    }
  });

  it('is the same for the same document and choice, whatever is drafted in between', () => {
    const first = draftOf(openapi3);
    draftOf(openapi3, { tags: ['admin'] });
    expect(draftOf(openapi3)).toEqual(first);
  });

  it('asks for a credential where the document says how one is sent', () => {
    const components = { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } };
    const draft = draftOf({ ...openapi3, components: { ...openapi3.components, ...components } });
    expect(surfaceOf(draft).binding).toEqual({ mode: 'local', hub: 'local-credential', family: 'pet-store' });
    expect(draft.skill).toContain('the operator has to connect a credential first');
  });

  it.each([
    [{ tags: ['admin'] }, ['addPet', 'removePet']],
    [{ operations: ['GET /pets/{id}', 'listPets'] }, ['listPets', 'get.pets.id']],
    [{ tags: ['admin'], operations: ['countPets'] }, ['addPet', 'countPets', 'removePet']],
  ])('is of the operations that are chosen: %j', (choice, verbs) => {
    expect(draftOf(openapi3, choice).verbs).toEqual(verbs);
  });

  it.each([
    [{ tags: ['cats'] }, 'has no tag "cats"; its tags are: "pets", "admin"'],
    [{ operations: ['gone'] }, 'has no operation "gone"; name one by its operationId, or as "GET /path"'],
    [{ operations: ['PUT /pets'] }, 'has no operation "PUT /pets"'],
  ])('is refused for a choice of nothing: %j', (choice, message) => {
    expect(() => draftOf(openapi3, choice)).toThrow(message);
  });

  it('leaves out what cannot be a verb and says why; with nothing left it is refused', () => {
    const file = { type: 'object', properties: { f: { type: 'string', format: 'binary' } } };
    const post = { requestBody: { content: { 'multipart/form-data': { schema: file } } }, ...ok };
    const { verbs, skipped } = draftOf(withPaths({ '/a': { get: ok, post } }));
    expect(verbs).toEqual(['get.a']);
    expect(skipped).toMatchObject([{ operation: 'POST /a', reason: expect.stringContaining('file') as string }]);
    expect(() => draftOf(withPaths({ '/a': { post } }))).toThrow(/has no operation that can be a verb: POST \/a /);
    expect(() => draftOf(withPaths({}))).toThrow('has no operation under paths');
  });
});

describe('verb keys', () => {
  it('are made of method and path where there is no operationId, or it is used twice or unfit', () => {
    const named = (operationId: unknown): object => ({ operationId, ...ok });
    const paths = {
      '/a': { get: named('twice'), post: named('twice') },
      '/b/{x}/': { get: named('a b'), put: named('`|`'), post: named(''), delete: named(7), patch: named('__proto__') },
      '/': { get: ok },
      '/ä/{y}': { get: ok },
      '/{y}': { get: ok },
    };
    const document = withPaths(
      JSON.parse(JSON.stringify(paths).replaceAll('/b/{x}/', '/b/{x}').replaceAll('"/{y}"', '"/{z}"')) as object,
    );
    const withParameters = JSON.parse(
      JSON.stringify(document).replace(/"(\/[^"]*\{(\w)\}[^"]*)":\{/g, (_, path: string, name: string) => {
        const parameter = { name, in: 'path', required: true, schema: { type: 'string' } };
        return `"${path}":{"parameters":[${JSON.stringify(parameter)}],`;
      }),
    ) as object;
    expect(draftOf(withParameters).verbs).toEqual([
      ...['get.a', 'post.a', 'get.b.x', 'put.b.x', 'post.b.x', 'delete.b.x', 'patch.b.x'],
      ...['get', 'get.y', 'get.z'],
    ]);
  });

  it('are unique, and never one that another operation has for its own', () => {
    const paths = { '/a': { get: ok }, '/a/': { get: ok }, '/b': { get: { operationId: 'get.a', ...ok } } };
    expect(draftOf(withPaths(paths)).verbs).toEqual(['get.a.2', 'get.a.3', 'get.a']);
  });

  it('stay what they are when fewer operations are chosen', () => {
    const paths = { '/a': { get: { tags: ['x'], ...ok } }, '/a/': { get: { tags: ['y'], ...ok } } };
    expect(draftOf(withPaths(paths), { tags: ['y'] }).verbs).toEqual(['get.a.2']);
  });
});

describe('a hostile document', () => {
  it('moves no cursor, breaks no table and no fence, and hides nothing', async () => {
    const bad = 'x\u001b[2J\u202e`|` ```\n# heading\n| row | <script> \u2028 \u0007';
    const document = withPaths({
      '/a': {
        get: {
          operationId: 'a',
          summary: bad,
          parameters: [{ name: `p\`|\u202e\n`, in: 'query', required: true, schema: { type: 'string', enum: [bad] } }],
          ...ok,
        },
      },
    });
    const draft = draftOf({ ...document, info: { title: bad, version: '1', description: bad } });
    expect((await validatePack(draft)).valid).toBe(true);
    const { skill } = draft;
    expect(skill).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\n]/u);
    expect(skill.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(1);
    expect(skill.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(3);
    expect(skill.split('\n').filter((line) => line.startsWith('```'))).toHaveLength(2);
    expect(draft.surface).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\n]/u);
    const [envelope] = envelopesOf(draft);
    expect(Object.values(envelope?.args ?? {})).toEqual([bad]);
  });

  it('with endless references and descriptions of a megabyte makes a small draft', () => {
    const schemas = { A: { type: 'object', properties: { a: { $ref: '#/components/schemas/A' } }, required: ['a'] } };
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } }, required: true };
    const post = { operationId: 'post', summary: 'x'.repeat(1_000_000), requestBody: body, ...ok };
    const draft = draftOf({ ...withPaths({ '/a': { post } }), components: { schemas } });
    expect(draft.verbs).toEqual(['post']);
    expect(draft.surface.length + draft.skill.length).toBeLessThan(5000);
  });

  it('needs a title or an id', () => {
    const untitled = { ...withPaths({ '/a': { get: ok } }), info: { title: '€', version: '1' } };
    expect(() => draftOf(untitled)).toThrow('has no title to name the pack by; give it an id');
    expect(draftOf(untitled, { id: 'euro' }).id).toBe('euro');
  });

  it('of three thousand operations is drafted whole', () => {
    const parameters = [id];
    const paths = Object.fromEntries(
      Array.from({ length: 3000 }, (_, n) => [`/p${n}/{id}`, { get: { operationId: `get${n}`, parameters, ...ok } }]),
    );
    expect(draftOf(withPaths(paths)).verbs).toHaveLength(3000);
  });
});
