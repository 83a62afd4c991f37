import { compileArgsSchema } from '@hcp/manifest/args-schema';
import { describe, expect, it } from 'vitest';
import { bodyText, documentOf, operationOf, planned, planOf, requestOf, type Json } from '../plan-of.js';

const text = { type: 'string' };
const checked = (schema: unknown, args: unknown): string => {
  const result = compileArgsSchema(schema)(args);
  return result.ok ? 'ok' : `${result.pointer} ${result.reason}`;
};
const reasonOf = (document: Json, name?: Parameters<typeof planned>[1]): string => {
  const result = planned(document, name);
  return result.ok ? 'planned' : result.reason;
};
const bodyOf = (schema: Json, parameters: readonly Json[] = [], required = true): Json =>
  operationOf(
    { parameters, requestBody: { required, content: { 'application/json': { schema } } } },
    '/things',
    'post',
  );

describe('the name of an operation', () => {
  const paths = {
    '/a': { get: { operationId: 'a', responses: {} }, post: { operationId: 'twice', responses: {} } },
    '/b/{id}': {
      get: {
        operationId: 'twice',
        responses: {},
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      },
    },
  };

  it('is its operationId, or its method and path', () => {
    expect(planned(documentOf({ paths }), 'a')).toMatchObject({ plan: { method: 'GET' } });
    expect(planned(documentOf({ paths }), { 'x-operation': 'get /b/{id}' })).toMatchObject({
      plan: { method: 'GET', path: ['/v1/b/', 0] },
    });
  });

  it.each([
    [
      'none',
      'names no operation: the document has no operationId "none"; correct it, or add "x-operation": "<METHOD> <path>"',
    ],
    [
      'constructor',
      'names no operation: the document has no operationId "constructor"; correct it, or add "x-operation": "<METHOD> <path>"',
    ],
    ['twice', 'names 2 operations: POST /a, GET /b/{id}; name one with "x-operation"'],
  ])('%s is refused', (name, reason) => {
    expect(reasonOf(documentOf({ paths }), name)).toBe(reason);
  });

  it.each(['GET /none', 'PUT /a', 'GET', 5, null, 'TRACE /a', 'GET /__proto__'])('%j is refused', (name) => {
    expect(reasonOf(documentOf({ paths }), { 'x-operation': name })).toMatch(
      /^names no operation: the document has no /,
    );
  });
});

describe('the server', () => {
  const at = (servers: unknown, own: Json = {}, item: Json = {}): Json => ({
    ...documentOf({ paths: { '/a': { get: { operationId: 'op', responses: {}, ...own }, ...item } } }),
    servers,
  });
  const urlOf = (document: Json, url?: string): string => {
    const { origin, target } = requestOf(planOf(document, url === undefined ? {} : { url }), {});
    return `${origin}${target}`;
  };

  it('is the most specific one', () => {
    const root = [{ url: 'https://root.example/r/' }, { url: 'https://second.example' }];
    expect(urlOf(at(root))).toBe('https://root.example/r/a');
    expect(urlOf(at(root, {}, { servers: [{ url: 'https://item.example' }] }))).toBe('https://item.example/a');
    expect(
      urlOf(
        at(root, { servers: [{ url: 'http://own.example:8080/x' }] }, { servers: [{ url: 'https://item.example' }] }),
      ),
    ).toBe('http://own.example:8080/x/a');
  });

  it('has its variables at their defaults', () => {
    const variables = { region: { default: 'eu', enum: ['eu', 'us'] }, version: { default: 'v2' } };
    expect(urlOf(at([{ url: 'https://{region}.example/{version}', variables }]))).toBe('https://eu.example/v2/a');
  });

  it('is resolved against the url of the document where it is relative', () => {
    expect(urlOf(at([{ url: '../v2' }]), 'https://docs.example/specs/api/openapi.json')).toBe(
      'https://docs.example/specs/v2/a',
    );
    expect(urlOf(at([]), 'https://docs.example/specs/openapi.json')).toBe('https://docs.example/a');
    expect(urlOf(at(undefined), 'https://docs.example:8443/openapi.json')).toBe('https://docs.example:8443/a');
  });

  it.each([
    [[{ url: '/v1' }], 'server "/v1" is relative; say where the document is published with "openapi": { "url": … }'],
    [undefined, 'server "/" is relative; say where the document is published with "openapi": { "url": … }'],
    [[{ url: 'ftp://host/' }], 'server "ftp://host/" is neither http nor https'],
    [[{ url: 'https://user:pass@host/' }], 'the server holds a user or password; a credential comes from the Binding'],
    [[{ url: 'https://host/?key=1' }], 'server "https://host/?key=1" holds a query or fragment'],
    [[{ url: 'https://{host}/' }], 'server "https://{host}/" has no default for its variable "host"'],
    [[{ url: 'https://{__proto__}/' }], 'server "https://{__proto__}/" has no default for its variable "__proto__"'],
    [[{ url: 'https://a b/' }], 'server "https://a b/" is no URL'],
    [[{}], 'a server has no url'],
  ])('%j is refused', (servers, reason) => {
    expect(reasonOf(at(servers))).toBe(reason);
  });
});

describe('the path', () => {
  const parameter = { name: 'id', in: 'path', required: true, schema: text };

  it.each([
    ['/a/{id}', [], 'path parameter "id" is in the path and not declared'],
    ['/a', [parameter], 'path parameter "id" is declared and not in the path'],
    ['/a/../b', [], 'the path holds a segment "." or ".."'],
    ['/a/%2E%2e/b', [], 'the path holds a segment "." or ".."'],
    ['/a\ud800', [], 'the path holds a lone surrogate'],
    [
      '/a',
      [{ name: 'x\ud800', in: 'query', schema: text }],
      'query parameter "x\\ud800": has a name with a lone surrogate',
    ],
    ['/a?x=1', [], 'path "/a?x=1" holds a query or fragment'],
    [
      '/a',
      [
        { name: 'x', in: 'query', schema: text },
        { name: 'x', in: 'query', schema: text },
      ],
      'the query parameter "x" is declared twice',
    ],
    ['/a', [{ in: 'query' }], 'a parameter has no name or no in'],
    ['/a', [{ name: 'x', in: 'querystring' }], 'querystring parameter "x": is in a place that is not supported'],
    [
      '/a',
      [{ name: 'x y', in: 'header', schema: text }],
      'header parameter "x y": has a name that no header or cookie can have',
    ],
  ])('%s with %j is refused', (path, parameters, reason) => {
    expect(reasonOf(operationOf({ parameters }, path))).toBe(reason);
  });

  it('keeps its text, with what a path cannot hold encoded', () => {
    const plan = planOf(operationOf({ parameters: [parameter] }, '/a b/ü:{id}@%20/'));
    expect(requestOf(plan, { id: 'x' }).target).toBe('/v1/a%20b/%C3%BC:x@%20/');
  });

  it("takes an operation's parameter for the one of its path", () => {
    const paths = {
      '/a': {
        parameters: [
          { name: 'q', in: 'query', required: true, schema: text },
          { name: 'r', in: 'query', schema: text },
        ],
        get: {
          operationId: 'op',
          responses: {},
          parameters: [{ name: 'q', in: 'query', schema: { type: 'integer' } }],
        },
      },
    };
    const { args } = planOf(documentOf({ paths }));
    expect(args).toEqual({
      type: 'object',
      properties: { q: { type: 'integer' }, r: text },
      additionalProperties: false,
    });
  });
});

describe('arguments', () => {
  it('have a place in front where a name is used twice', () => {
    const parameters = ['path', 'query', 'header', 'cookie'].map((place) => ({
      name: 'id',
      in: place,
      required: place === 'path',
      schema: text,
    }));
    const plan = planOf(operationOf({ parameters }, '/a/{id}'));
    expect(Object.keys(plan.args['properties'] as object)).toEqual(['path.id', 'query.id', 'header.id', 'cookie.id']);
    const request = requestOf(plan, { 'path.id': '1', 'query.id': '2', 'header.id': '3', 'cookie.id': '4' });
    expect(request.target).toBe('/v1/a/1?id=2');
    expect(request.headers).toMatchObject({ id: '3', cookie: 'id=4' });
  });

  it.each([
    'Accept',
    'content-type',
    'AUTHORIZATION',
    'Cookie',
    'Host',
    'Content-Length',
    'Proxy-Authorization',
    'X-Forwarded-For',
    'X-HTTP-Method-Override',
  ])('offer no header %s', (name) => {
    const plan = planOf(operationOf({ parameters: [{ name, in: 'header', required: true, schema: text }] }));
    expect(plan.args).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  });

  it("offer nothing that carries the document's apiKey", () => {
    const securitySchemes = {
      a: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      b: { type: 'apiKey', in: 'query', name: 'key' },
      c: { type: 'apiKey', in: 'cookie', name: 'session' },
    };
    const parameters = [
      ['x-api-key', 'header'],
      ['key', 'query'],
      ['session', 'cookie'],
      ['kept', 'query'],
    ].map(([name, place]) => ({ name, in: place, schema: text }));
    const plan = planOf(operationOf({ parameters }, '/a', 'get', { components: { securitySchemes } }));
    expect(Object.keys(plan.args['properties'] as object)).toEqual(['kept']);
  });

  it('are the top-level members of a body', () => {
    const schema = {
      type: 'object',
      properties: { a: text, b: { type: 'integer' } },
      required: ['a'],
      additionalProperties: false,
    };
    const plan = planOf(bodyOf(schema, [{ name: 'q', in: 'query', schema: text }]));
    expect(checked(plan.args, { a: 'x', b: 1, q: 'y' })).toBe('ok');
    expect(checked(plan.args, { b: 1 })).toBe('/a is required');
    expect(checked(plan.args, { a: 'x', c: 1 })).toBe('/c is not a known member; remove it or correct its name');
    expect(checked(plan.args, { a: 'x', b: '1' })).toBe('/b must be an integer, not a string');
    expect(bodyText(requestOf(plan, { a: 'x', q: 'y' }))).toBe('{"a":"x"}');
  });

  it.each([
    [
      'a name collides with a parameter',
      { type: 'object', properties: { q: text } },
      [{ name: 'q', in: 'query', schema: text }],
    ],
    ['it is no object', { type: 'array', items: text }, []],
    ['it takes further members', { type: 'object', properties: { a: text }, additionalProperties: true }, []],
    ['its forms differ', { oneOf: [{ type: 'object', properties: { a: text } }, text] }, []],
    ['it counts its members', { type: 'object', properties: { a: text }, minProperties: 1 }, []],
    ['it has no members', { type: 'object' }, []],
  ])('have the body in one where %s', (_, schema, parameters) => {
    const plan = planOf(bodyOf(schema, parameters));
    expect(Object.keys(plan.args['properties'] as object)).toContain('body');
    expect(plan.body?.members).toBeNull();
  });

  it('tell a parameter called body from the body', () => {
    const plan = planOf(bodyOf(text, [{ name: 'body', in: 'query', schema: text }]));
    const request = requestOf(plan, { 'query.body': 'q', body: 'b' });
    expect([request.target, bodyText(request)]).toEqual(['/v1/things?body=q', '"b"']);
  });

  it('are refused where two would have one name', () => {
    const parameters = [
      { name: 'id', in: 'query', schema: text },
      { name: 'id', in: 'header', schema: text },
      { name: 'query.id', in: 'query', schema: text },
    ];
    expect(reasonOf(operationOf({ parameters }))).toBe('two of its arguments would be called "query.id"');
  });

  it('join the members of an allOf, and keep conditions on which are there', () => {
    const components = { schemas: { Base: { type: 'object', properties: { a: text }, required: ['a'] } } };
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        { type: 'object', properties: { b: text, c: text }, anyOf: [{ required: ['b'] }, { required: ['c'] }] },
      ],
    };
    const { args } = planOf({ ...bodyOf(schema), components });
    expect(checked(args, { a: '1', c: '2' })).toBe('ok');
    expect(checked(args, { a: '1' })).toBe('/ has none of the allowed forms');
    expect(checked(args, { b: '1' })).toBe('/a is required');
  });

  it('of a body that may be left out are required together only', () => {
    const schema = { type: 'object', properties: { a: text, b: text }, required: ['a'] };
    const { args } = planOf(bodyOf(schema, [], false));
    expect(checked(args, {})).toBe('ok');
    expect(checked(args, { b: '1' })).toBe('/a is required beside "b"');
    expect(checked(args, { a: '1', b: '1' })).toBe('ok');
  });

  it('need no member that only a response has', () => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, a: text },
      required: ['id', 'a'],
    };
    const { args } = planOf(bodyOf(schema));
    expect(args).toMatchObject({ properties: { a: text }, required: ['a'] });
    expect(Object.keys(args['properties'] as object)).toEqual(['a']);
  });
});

describe('a schema', () => {
  const in30 = (schema: Json): Json => ({ ...bodyOf({ type: 'object', properties: { v: schema } }), openapi: '3.0.3' });
  const in31 = (schema: Json): Json => bodyOf({ type: 'object', properties: { v: schema } });
  const check = (document: Json, v: unknown): string => checked(planOf(document).args, { v });

  it('of 3.0 has nullable and boolean bounds', () => {
    expect(check(in30({ type: 'string', nullable: true }), null)).toBe('ok');
    expect(check(in30({ type: 'string' }), null)).toBe('/v must be a string, not null');
    expect(check(in30({ type: 'integer', minimum: 1, exclusiveMinimum: true }), 1)).toBe('/v must be greater than 1');
    expect(check(in30({ type: 'integer', minimum: 1, exclusiveMinimum: false }), 1)).toBe('ok');
    expect(check(in30({ type: 'integer', maximum: 1, exclusiveMaximum: true }), 1)).toBe('/v must be less than 1');
    expect(check(in30({ allOf: [{ type: 'string' }], nullable: true }), null)).toBe('ok');
  });

  it('of 3.1 has lists of types and numeric bounds', () => {
    expect(check(in31({ type: ['string', 'null'] }), null)).toBe('ok');
    expect(check(in31({ type: ['string', 'null'] }), 1)).toBe('/v must be a string or null, not a number');
    expect(check(in31({ type: 'number', exclusiveMinimum: 1 }), 1)).toBe('/v must be greater than 1');
    expect(check(in31({ prefixItems: [{ type: 'string' }], items: false }), ['a', 1])).toBe(
      '/v must have at most 1 item, not 2',
    );
    expect(check(in31({ const: 'a' }), 'b')).toBe('/v must be "a"');
  });

  it('whose references go round is checked to any depth', () => {
    const components = {
      schemas: {
        Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' }, n: { type: 'integer' } } },
      },
    };
    const document = { ...in31({ $ref: '#/components/schemas/Node' }), components };
    expect(check(document, { next: { next: { n: 1 } } })).toBe('ok');
    expect(check(document, { next: { next: { n: 'x' } } })).toBe('/v/next/next/n must be an integer, not a string');
  });

  it('carries no schema that the operation does not reach', () => {
    const schemas = {
      Used: { type: 'string' },
      ...Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`Other${at}`, { type: 'object' }])),
    };
    const plan = planOf({ ...in31({ $ref: '#/components/schemas/Used' }), components: { schemas } });
    expect(Object.keys(plan.args['$defs'] as object)).toEqual(['Used']);
    expect(JSON.stringify(plan).length).toBeLessThan(1000);
  });

  it.each(['oneOf', 'anyOf', 'allOf'])('has %s', (keyword) => {
    const schema = in31({
      [keyword]: [
        { type: 'string', minLength: 2 },
        { type: 'string', maxLength: 3 },
      ],
    });
    expect(check(schema, 'abc')).toBe(keyword === 'oneOf' ? '/v must have exactly one of the allowed forms' : 'ok');
  });

  it('with a pattern that has no safe engine is checked without it, and says so', () => {
    const result = planned(in31({ type: 'string', pattern: '(?=a)b', format: 'made-up' }));
    expect(result).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('pattern "(?=a)b" is not enforced') as string],
    });
  });

  it('beside a reference holds as well in 3.1', () => {
    const document = {
      ...in31({ $ref: '#/components/schemas/T', maxLength: 2 }),
      components: { schemas: { T: text } },
    };
    expect(check(document, 'abc')).toBe('/v must have at most 2 characters, not 3');
  });

  it('too large for the checker leaves its body to the server, and says so', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`p${at}`, { enum: Array.from({ length: 50 }, (__, n) => `value-${n}`) }]),
    );
    const result = planned(bodyOf({ type: 'object', properties: { v: { type: 'object', properties } } }));
    expect(result).toMatchObject({ ok: true, warnings: [expect.stringContaining('checked by name only') as string] });
    if (result.ok)
      expect(checked(result.plan.args, { w: 1 })).toBe('/w is not a known member; remove it or correct its name');
  });
});

describe('a body', () => {
  const withContent = (content: Json, method = 'post', required = true): Json =>
    operationOf({ requestBody: { required, content } }, '/a', method);

  it.each([
    [{ 'application/xml': { schema: {} } }, 'the request body is "application/xml", which is not supported'],
    [{}, 'the request body is of no type, which is not supported'],
    [{ 'multipart/mixed': { schema: {} } }, 'the request body is "multipart/mixed", which is not supported'],
    [
      {
        'multipart/form-data': { schema: { type: 'object', properties: { f: { type: 'string', format: 'binary' } } } },
      },
      'the member "f" of the multipart body is a file, which cannot be sent inside a form',
    ],
    [
      {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { f: { type: 'array', items: { type: 'string', contentMediaType: 'image/png' } } },
          },
        },
      },
      'the member "f" of the multipart body is a file, which cannot be sent inside a form',
    ],
    [
      {
        'multipart/form-data': {
          schema: { type: 'object', properties: { f: text } },
          encoding: { f: { contentType: 'image/png' } },
        },
      },
      'the member "f" of the multipart body is of type "image/png", which cannot be sent inside a form',
    ],
    [
      {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: { f: text } },
          encoding: { f: { style: 'deepObject', explode: true } },
        },
      },
      'the member "f" of the form body style deepObject is not defined for a value that is primitive',
    ],
    [
      { 'application/x-www-form-urlencoded': { schema: { type: 'array' } } },
      'a body of type application/x-www-form-urlencoded must be an object',
    ],
  ])('%j is refused', (content, reason) => {
    expect(reasonOf(withContent(content))).toBe(reason);
  });

  it('of several forms takes the one that carries arguments best', () => {
    const plan = planOf(
      withContent({
        'multipart/form-data': { schema: { properties: { f: { format: 'binary' } } } },
        'application/hal+json': { schema: {} },
      }),
    );
    expect(plan.body).toMatchObject({ kind: 'json', mediaType: 'application/hal+json' });
  });

  it('of a DELETE is sent and of a GET is not', () => {
    const content = { 'application/json': { schema: { type: 'object', properties: { a: text } } } };
    expect(bodyText(requestOf(planOf(withContent(content, 'delete')), { a: 'x' }))).toBe('{"a":"x"}');
    expect(planned(withContent(content, 'get', false))).toMatchObject({
      plan: { body: null },
      warnings: [expect.stringMatching('GET') as string],
    });
    expect(reasonOf(withContent(content, 'get'))).toBe('GET with a body is not defined by HTTP');
  });
});

describe('the answer of a mock Binding', () => {
  const mockOf = (responses: Json, members: Json = {}): unknown =>
    JSON.parse(planOf(operationOf({ responses }, '/a', 'get', members)).mock) as unknown;
  const json = (media: Json): Json => ({ description: 'ok', content: { 'application/json': media } });

  it('is the example of the first success', () => {
    expect(
      mockOf({
        404: json({ example: 'no' }),
        201: json({ example: { id: 2 } }),
        200: json({ example: { id: 1 } }),
      }),
    ).toEqual({ id: 1 });
    expect(mockOf({ 200: json({ examples: { a: { value: [1] } } }) })).toEqual([1]);
  });

  it('is a sample of its schema, cycles included', () => {
    const Node = {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        name: { type: ['string', 'null'], example: 'n' },
        next: { $ref: '#/components/schemas/Node' },
      },
    };
    expect(
      mockOf({ 200: json({ schema: { $ref: '#/components/schemas/Node' } }) }, { components: { schemas: { Node } } }),
    ).toMatchObject({ id: 0, name: 'n' });
  });

  it('is null where nothing is answered', () => {
    expect(mockOf({ 204: { description: 'none' } })).toBeNull();
    expect(mockOf({})).toBeNull();
  });

  it('is null where its schema or response leads nowhere, which is no reason against the operation', () => {
    expect(mockOf({ 200: json({ schema: { $ref: 'https://elsewhere.example/#/a' } }) })).toBeNull();
    expect(mockOf({ 200: { $ref: '#/components/responses/none' } })).toBeNull();
  });

  it('names what is accepted, JSON first', () => {
    const content = { 'text/html': {}, 'application/json': {} };
    expect(planOf(operationOf({ responses: { 200: { content } } })).accept).toBe('application/json, text/html');
    expect(planOf(operationOf({})).accept).toBe('*/*');
  });
});

describe('Swagger 2.0', () => {
  const swagger = (operation: Json, members: Json = {}, path = '/a'): Json => ({
    swagger: '2.0',
    info: { title: 't', version: '1' },
    host: 'api.example',
    basePath: '/v2',
    schemes: ['http', 'https'],
    paths: { [path]: { post: { operationId: 'op', responses: {}, ...operation } } },
    ...members,
  });
  const list = (collectionFormat: string | undefined, place = 'query'): Json => ({
    name: 'l',
    in: place,
    type: 'array',
    items: text,
    collectionFormat,
  });

  it('has host, basePath and schemes for a server', () => {
    const plan = planOf(swagger({}));
    expect([plan.origin, plan.path]).toEqual(['https://api.example', ['/v2/a']]);
    expect(planOf(swagger({ schemes: ['http'] })).origin).toBe('http://api.example');
    expect(
      planOf({ ...swagger({}), host: undefined, schemes: undefined }, { url: 'http://docs.example/s.json' }).origin,
    ).toBe('http://docs.example');
    expect(reasonOf({ ...swagger({}), host: 'a/b' })).toBe('host "a/b" is no host');
  });

  it.each([
    [undefined, 'l=1,2'],
    ['csv', 'l=1,2'],
    ['ssv', 'l=1%202'],
    ['tsv', 'l=1%092'],
    ['pipes', 'l=1%7C2'],
    ['multi', 'l=1&l=2'],
  ])('writes collectionFormat %s', (format, expected) => {
    expect(requestOf(planOf(swagger({ parameters: [list(format)] })), { l: ['1', '2'] }).target).toBe(
      `/v2/a?${expected}`,
    );
  });

  it.each([
    [list('multi', 'header'), 'header parameter "l": collectionFormat "multi" is not supported for a header parameter'],
    [list('made-up'), 'query parameter "l": collectionFormat "made-up" is not supported for a query parameter'],
    [
      { ...list('csv'), items: { type: 'array' } },
      'query parameter "l": style form is not defined for nested arrays and objects; declare it by "content"',
    ],
    [
      { name: 'f', in: 'formData', type: 'file' },
      'the member "f" of the form body is a file, which cannot be sent inside a form',
    ],
  ])('refuses %j', (parameter, reason) => {
    expect(reasonOf(swagger({ parameters: [parameter] }))).toBe(reason);
  });

  it('has a body by schema, and definitions', () => {
    const parameters = [{ name: 'payload', in: 'body', required: true, schema: { $ref: '#/definitions/P' } }];
    const definitions = {
      P: { type: 'object', properties: { n: { type: 'integer', 'x-nullable': true } }, required: ['n'] },
    };
    const plan = planOf(swagger({ parameters, consumes: ['application/json'] }, { definitions }));
    expect(checked(plan.args, {})).toBe('/n is required');
    expect(bodyText(requestOf(plan, { n: null }))).toBe('{"n":null}');
  });

  it('has forms, encoded or multipart as the operation consumes', () => {
    const parameters = [{ name: 'a', in: 'formData', type: 'string', required: true }, list('multi', 'formData')];
    const form = requestOf(planOf(swagger({ parameters })), { a: 'x y', l: ['1', '2'] });
    expect([bodyText(form), form.headers['content-type']]).toEqual([
      'a=x+y&l=1&l=2',
      'application/x-www-form-urlencoded',
    ]);
    const plan = planOf(swagger({ parameters, consumes: ['multipart/form-data'] }));
    expect(requestOf(plan, { a: 'x' }).headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  it('offers nothing that its security definitions carry', () => {
    const securityDefinitions = { key: { type: 'apiKey', in: 'query', name: 'key' } };
    const plan = planOf(
      swagger({ parameters: [{ name: 'key', in: 'query', type: 'string' }] }, { securityDefinitions }),
    );
    expect(plan.parameters).toEqual([]);
  });
});
