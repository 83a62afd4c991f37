import { describe, expect, it } from 'vitest';
import { listOperations, parseDocument, type OpenApiDocument } from '../../src/document.js';
import { documentOf, planned, planOf, operationOf, requestOf } from '../plan-of.js';

const parse = (text: string | Uint8Array, name = 'openapi.yaml'): OpenApiDocument =>
  parseDocument(typeof text === 'string' ? Buffer.from(text) : text, { name });

const yaml = `
openapi: 3.0.3
info: { title: t, version: "1" }
servers: [{ url: https://api.example }]
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get: { operationId: getPet, tags: [pets], summary: One pet., responses: { 200: { description: ok } } }
    trace: { operationId: traced, responses: {} }
    delete: { responses: { 204: { description: gone } }, deprecated: true }
  x-note: nothing
`;

describe('parseDocument', () => {
  it('reads YAML and JSON and lists their operations in order', () => {
    const expected = [
      {
        operationId: 'getPet',
        method: 'GET',
        path: '/pets/{id}',
        tags: ['pets'],
        summary: 'One pet.',
        description: null,
        deprecated: false,
      },
      {
        operationId: null,
        method: 'DELETE',
        path: '/pets/{id}',
        tags: [],
        summary: null,
        description: null,
        deprecated: true,
      },
    ];
    const document = parse(yaml);
    expect(document.version).toBe('3.0');
    expect(listOperations(document)).toEqual(expected);
    expect(listOperations(parse(JSON.stringify(document.root), 'openapi.json'))).toEqual(expected);
    expect(listOperations(parse(JSON.stringify(document.root), 'https://api.example/spec'))).toEqual(expected);
  });

  it.each([
    ['', 'openapi.json', 'is not valid: not JSON: it ends too early (line 1, column 1)'],
    [
      '{"openapi":"3.0.0","openapi":"3.1.0"}',
      'openapi.json',
      'is not valid: duplicate key "openapi" in / (line 1, column 29)',
    ],
    ['a: 1\na: 2', 'openapi.yaml', 'is not valid YAML: duplicate key (line 2, column 1)'],
    ['a: [1', 'openapi.yaml', 'is not valid YAML: bad indent'],
    ['', 'openapi.yaml', 'is no OpenAPI document: its root is not an object'],
    ['[]', 'openapi.json', 'is no OpenAPI document: its root is not an object'],
    ['{}', 'openapi.json', 'must be OpenAPI 3.0 or 3.1, or Swagger 2.0; it says neither openapi nor swagger'],
    ['openapi: 3.2.0', 'openapi.yaml', 'must be OpenAPI 3.0 or 3.1, or Swagger 2.0; it says "3.2.0"'],
    ['swagger: 2.0', 'openapi.yaml', 'must be OpenAPI 3.0 or 3.1, or Swagger 2.0; it says 2'],
    ['a: &a [*a]', 'openapi.yaml', 'is not valid YAML: its aliases are endless or too many'],
    ['openapi: !!js/function 3.0.0', 'openapi.yaml', 'is not valid YAML: tag resolve failed'],
  ])('refuses %j of %s', (text, name, reason) => {
    expect(() => parse(text, name)).toThrow(reason);
  });

  it('refuses what is no UTF-8', () => {
    expect(() => parse(new Uint8Array([0xff, 0xfe]))).toThrow('is not valid UTF-8');
    expect(() => parse(new Uint8Array([0x7b, 0xff]), 'a.json')).toThrow('is not valid: not valid UTF-8');
  });

  it('refuses aliases that multiply', () => {
    const lines = Array.from(
      { length: 9 },
      (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`,
    );
    expect(() => parse(['a0: &a0 [x]', ...lines].join('\n'))).toThrow('its aliases are endless or too many');
  });

  it('reads a plain tag, a date and __proto__ as what they are written as', () => {
    const { root } = parse('openapi: 3.1.0\nx: 2024-01-01\n__proto__: { a: 1 }\nno: no');
    expect(Object.hasOwn(root, '__proto__')).toBe(true);
    expect(root).toMatchObject({ x: '2024-01-01', no: 'no' });
  });
});

describe('a reference', () => {
  const refer = ($ref: string) => operationOf({ parameters: [{ $ref }] });

  it.each([
    [
      'http://169.254.169.254/latest#/x',
      '$ref "http://169.254.169.254/latest#/x" leaves the document; put what it names into the pack',
    ],
    ['file:///etc/passwd', '$ref "file:///etc/passwd" leaves the document; put what it names into the pack'],
    ['//host/x', '$ref "//host/x" leaves the document; put what it names into the pack'],
    ['/etc/passwd', '$ref "/etc/passwd" leaves the document; put what it names into the pack'],
    ['../outside.json', '$ref "../outside.json" leads out of the pack; put what it names into the pack'],
    ['a/../../outside.json', '$ref "a/../../outside.json" leads out of the pack; put what it names into the pack'],
    ['%2e%2e/outside.json', '$ref "%2e%2e/outside.json" leads out of the pack; put what it names into the pack'],
    ['#anchor', '$ref "#anchor" names an anchor; use a path such as #/components/schemas/Name'],
    ['#/components/none', '$ref "#/components/none" names nothing'],
    ['#/__proto__', '$ref "#/__proto__" names nothing'],
    ['#/%zz', '$ref "#/%zz" is not percent-encoded as it should be'],
  ])('%s is refused and nothing is read', ($ref, reason) => {
    const read: string[] = [];
    const readPart = (path: string): Uint8Array => {
      read.push(path);
      return Buffer.from('{}');
    };
    expect(planned(refer($ref), 'op', { readPart })).toEqual({ ok: false, reason });
    expect(read).toEqual([]);
  });

  it('to another file is refused where there is no pack', () => {
    expect(planned(refer('other.json#/x'))).toMatchObject({
      reason: '$ref "other.json#/x" names another file; a document from a url must hold everything',
    });
  });

  it('to another file of the pack is read from there, and from it to the next', () => {
    const files: Readonly<Record<string, string>> = {
      'api/parts/parameters.yaml': 'id: { name: id, in: query, schema: { $ref: "../schemas.json#/Id" } }',
      'api/schemas.json': '{"Id":{"type":"integer","maximum":9}}',
    };
    const plan = planOf(refer('parts/parameters.yaml#/id'), {
      name: 'api/openapi.json',
      readPart: (path) => Buffer.from(files[path] ?? ''),
    });
    expect(plan.args).toMatchObject({ $defs: { Id: { type: 'integer', maximum: 9 } } });
    expect(requestOf(plan, { id: 5 }).target).toBe('/v1/things?id=5');
  });

  it('to itself is refused', () => {
    const document = {
      ...refer('#/components/parameters/a'),
      components: { parameters: { a: { $ref: '#/components/parameters/a' } } },
    };
    expect(planned(document)).toMatchObject({
      ok: false,
      reason: '$ref "#/components/parameters/a" leads to itself',
    });
  });

  it('of a path item is followed', () => {
    const pathItem = { get: { operationId: 'op', responses: {} } };
    const document = {
      ...documentOf({ paths: { '/a': { $ref: '#/components/pathItems/a' } } }),
      components: { pathItems: { a: pathItem } },
    };
    expect(requestOf(planOf(document), {}).target).toBe('/v1/a');
  });
});
