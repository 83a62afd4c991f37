import { describe, expect, it } from 'vitest';
import { bodyText, operationOf, planOf, refusalOf, requestOf, type Json } from '../plan-of.js';

const text = { type: 'string' };
const withPath = (path: string, schema: Json = text): ReturnType<typeof planOf> =>
  planOf(operationOf({ parameters: [{ name: 'id', in: 'path', required: true, schema }] }, path));
const withParameter = (parameter: Json): ReturnType<typeof planOf> => planOf(operationOf({ parameters: [parameter] }));
const withBody = (content: Json, required = true): ReturnType<typeof planOf> =>
  planOf(operationOf({ requestBody: { required, content } }, '/things', 'post'));

describe('a path argument', () => {
  it('that climbs is data of its own segment', () => {
    expect(requestOf(withPath('/a/{id}'), { id: '../../admin' }).target).toBe('/v1/a/..%2F..%2Fadmin');
  });

  it.each(['.', '..', '%2e', '%2E%2e', '.%2E'])('that makes the segment %j is refused', (id) => {
    const plan = withPath('/a/{id}/b');
    // An escape in a value is escaped itself, so only the plain dots are segments of their own.
    if (/^\.+$/.test(id)) expect(refusalOf(plan, { id })).toBe('/id must not make the path segment "." or ".."');
    else expect(requestOf(plan, { id }).target).toBe(`/v1/a/${id.replaceAll('%', '%25')}/b`);
  });

  it('that makes a dot segment together with the text around it is refused', () => {
    expect(refusalOf(withPath('/a/.{id}/b'), { id: '.' })).toBe('/id must not make the path segment "." or ".."');
    expect(refusalOf(withPath('/a/{id}.'), { id: '.' })).toBe('/id must not make the path segment "." or ".."');
    expect(requestOf(withPath('/a/{id}.json'), { id: '..' }).target).toBe('/v1/a/...json');
  });

  it.each([
    [{}, '/id is required: it is a part of the path'],
    [{ id: null }, '/id is required: it is a part of the path'],
    [{ id: '' }, '/id must not be empty: it is a part of the path'],
    [{ id: [] }, '/id must not be empty: it is a part of the path'],
    [{ id: ['a', ''] }, '/id must not be empty: it is a part of the path'],
    [{ id: {} }, '/id must not be empty: it is a part of the path'],
    [{ id: 'a\r\nb' }, '/id must not hold control characters'],
    [{ id: 'a\u0000' }, '/id must not hold control characters'],
    [{ id: '\ud800' }, '/id holds a lone surrogate'],
    [{ id: [[1]] }, '/id/0 must be a string, number or boolean: the document defines no other form here'],
    [{ id: 1e21 }, '/id has no plain decimal form; send it as a string'],
  ])('%j is refused', (args, reason) => {
    expect(refusalOf(withPath('/a/{id}', {}), args)).toBe(reason);
  });

  it.each([0, false, -1, 1.5])('%j is written', (id) => {
    expect(requestOf(withPath('/a/{id}', {}), { id }).target).toBe(`/v1/a/${String(id)}`);
  });

  it('is never expanded again', () => {
    expect(requestOf(withPath('/a/{id}'), { id: '{id}$&' }).target).toBe('/v1/a/%7Bid%7D%24%26');
  });
});

describe('a query argument', () => {
  it('with allowReserved keeps reserved characters and escapes, and ends neither value nor query', () => {
    const plan = withParameter({ name: 'q', in: 'query', allowReserved: true, schema: text });
    expect(requestOf(plan, { q: "a/b:c?d@e!f$g'h(i)j*k,l;m=n%2F" }).target).toBe(
      "/v1/things?q=a/b:c?d@e!f$g'h(i)j*k,l;m=n%2F",
    );
    expect(requestOf(plan, { q: 'a&b=1#c[d]+e f%' }).target).toBe('/v1/things?q=a%26b=1%23c%5Bd%5D%2Be%20f%25');
  });

  it('without it encodes every reserved character', () => {
    const plan = withParameter({ name: 'q', in: 'query', schema: text });
    expect(requestOf(plan, { q: ":/?#[]@!$&'()*+,;=" }).target).toBe(
      '/v1/things?q=%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D',
    );
  });

  it.each([
    ['spaceDelimited', 'a b', '" "'],
    ['pipeDelimited', 'a|b', '"|"'],
  ])('of style %s cannot hold its delimiter', (style, item, shown) => {
    const plan = withParameter({
      name: 'q',
      in: 'query',
      style,
      explode: false,
      schema: { type: 'array', items: text },
    });
    expect(refusalOf(plan, { q: [item] })).toBe(
      `/q must not hold ${shown}, which style ${style} puts between its parts`,
    );
  });

  it('that is written member by member cannot take the name of another parameter', () => {
    const parameters = [
      { name: 'filter', in: 'query', schema: { type: 'object' } },
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
    ];
    const plan = planOf(operationOf({ parameters }));
    expect(requestOf(plan, { filter: { a: 1 }, limit: 2 }).target).toBe('/v1/things?a=1&limit=2');
    expect(refusalOf(plan, { filter: { limit: 9 } })).toBe('/filter/limit is the name of another parameter');
  });

  it('of deepObject whose member is no scalar is refused', () => {
    const plan = withParameter({ name: 'f', in: 'query', style: 'deepObject', explode: true, schema: {} });
    expect(requestOf(plan, { f: { 'a b': 'c d' } }).target).toBe('/v1/things?f%5Ba%20b%5D=c%20d');
    expect(refusalOf(plan, { f: { a: [1] } })).toMatch(/^\/f\/a must be a string/);
    expect(refusalOf(plan, { f: 1 })).toBe('/f must be an object: style deepObject has no other form');
  });

  it('that is required and empty is refused', () => {
    const plan = withParameter({
      name: 'q',
      in: 'query',
      required: true,
      schema: { type: 'array', items: text },
    });
    expect(refusalOf(plan, { q: [] })).toBe('/q is required and must not be empty');
  });

  it('declared by content is JSON text', () => {
    const plan = withParameter({ name: 'q', in: 'query', content: { 'application/json': { schema: {} } } });
    expect(requestOf(plan, { q: { a: ['ü'] } }).target).toBe('/v1/things?q=%7B%22a%22%3A%5B%22%5Cu00fc%22%5D%7D');
  });
});

describe('a header argument', () => {
  it.each(['a\r\nx-admin: 1', 'a\nb', 'a\u0000', 'ü', '\u007f'])('%j is refused', (value) => {
    const plan = withParameter({ name: 'X-Note', in: 'header', schema: text });
    expect(refusalOf(plan, { 'X-Note': value })).toBe(
      '/X-Note holds a character that a header cannot hold, such as a line end; use printable ASCII',
    );
  });

  it('that holds the delimiter of its parts is refused', () => {
    const plan = withParameter({ name: 'X-Ids', in: 'header', schema: { type: 'array', items: text } });
    expect(requestOf(plan, { 'X-Ids': ['a', 'b c'] }).headers).toMatchObject({ 'x-ids': 'a,b c' });
    expect(refusalOf(plan, { 'X-Ids': ['a,b'] })).toBe('/X-Ids must not hold ",", which stands between its parts');
  });

  it('declared by content keeps to ASCII', () => {
    const plan = withParameter({ name: 'X-J', in: 'header', content: { 'application/json': { schema: {} } } });
    expect(requestOf(plan, { 'X-J': { a: 'ü\n' } }).headers).toMatchObject({ 'x-j': '{"a":"\\u00fc\\n"}' });
  });
});

describe('a cookie argument', () => {
  it('is encoded, so that it cannot end itself', () => {
    const parameters = ['a', 'b'].map((name) => ({ name, in: 'cookie', schema: text }));
    const plan = planOf(operationOf({ parameters }));
    expect(requestOf(plan, { a: '1; admin=1\r\n', b: 'x' }).headers).toMatchObject({
      cookie: 'a=1%3B%20admin%3D1%0D%0A; b=x',
    });
  });
});

describe('a body', () => {
  it.each(['application/json', 'application/vnd.api+json', 'application/json; charset=utf-8'])(
    'of type %s is JSON',
    (type) => {
      const plan = withBody({ [type]: { schema: { type: 'object', properties: { a: {}, b: {} } } } });
      const request = requestOf(plan, { b: [1, { c: null }], a: 'ü' });
      expect(bodyText(request)).toBe('{"a":"ü","b":[1,{"c":null}]}');
      expect(request.headers).toMatchObject({ 'content-type': type });
    },
  );

  it('that is required and has no member is an empty object, and one that is not required is left out', () => {
    const content = { 'application/json': { schema: { type: 'object', properties: { a: {} } } } };
    expect(bodyText(requestOf(withBody(content), {}))).toBe('{}');
    const without = requestOf(withBody(content, false), {});
    expect(without.body).toBeNull();
    expect(without.headers).not.toHaveProperty('content-type');
  });

  it('of a form is encoded as forms are', () => {
    const properties = { a: text, list: { type: 'array', items: text }, object: { type: 'object' } };
    const plan = withBody({ 'application/x-www-form-urlencoded': { schema: { type: 'object', properties } } });
    const request = requestOf(plan, { a: 'b c&d=é', list: ['1', '2'], object: { x: 1 } });
    expect(bodyText(request)).toBe('a=b+c%26d%3D%C3%A9&list=1&list=2&object=%7B%22x%22%3A1%7D');
    expect(new URLSearchParams(bodyText(request) ?? '').get('a')).toBe('b c&d=é');
    expect(request.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
  });

  it.each(['application/x-www-form-urlencoded', 'application/json'])(
    'of type %s with a name that is no text',
    (type) => {
      const plan = withBody({ [type]: { schema: { type: 'object', additionalProperties: true } } });
      const args = { body: { 'a\ud800': 'b' } };
      if (type === 'application/json') expect(bodyText(requestOf(plan, args))).toBe('{"a\\ud800":"b"}');
      else expect(refusalOf(plan, args)).toBe('/body/a\ud800 is a name with a lone surrogate');
    },
  );

  it('of a form follows the encoding that the document gives', () => {
    const properties = { list: { type: 'array', items: text }, object: { type: 'object' }, raw: text };
    const encoding = {
      list: { explode: false },
      object: { style: 'deepObject', explode: true },
      raw: { allowReserved: true },
    };
    const plan = withBody({
      'application/x-www-form-urlencoded': { schema: { type: 'object', properties }, encoding },
    });
    expect(bodyText(requestOf(plan, { list: ['1', '2'], object: { x: 'a b' }, raw: 'a/b' }))).toBe(
      'list=1,2&object%5Bx%5D=a%20b&raw=a/b',
    );
  });

  it('of text parts is multipart with a boundary that no part holds', () => {
    const properties = { a: text, list: { type: 'array', items: text }, object: { type: 'object' } };
    const plan = withBody({ 'multipart/form-data': { schema: { type: 'object', properties } } });
    const request = requestOf(plan, { a: '--hcp-part-0--', list: ['1', '2'], object: { x: 1 } });
    expect(request.headers['content-type']).toBe('multipart/form-data; boundary=hcp-part-1');
    expect(
      bodyText(request)
        ?.split('--hcp-part-1')
        .map((part) => part.trim().split('\r\n\r\n')),
    ).toEqual([
      [''],
      ['content-disposition: form-data; name="a"', '--hcp-part-0--'],
      ['content-disposition: form-data; name="list"', '1'],
      ['content-disposition: form-data; name="list"', '2'],
      ['content-disposition: form-data; name="object"\r\ncontent-type: application/json', '{"x":1}'],
      ['--'],
    ]);
  });

  it('of text is sent as it is, with its charset where it needs one', () => {
    const plan = withBody({ 'text/plain': { schema: text } });
    expect(requestOf(plan, { body: 'a b' }).headers).toMatchObject({ 'content-type': 'text/plain' });
    const request = requestOf(plan, { body: 'ü' });
    expect(bodyText(request)).toBe('ü');
    expect(request.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' });
  });

  it('of bytes comes as base64', () => {
    const plan = withBody({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } });
    expect([...(requestOf(plan, { body: 'AP8=' }).body ?? [])]).toEqual([0, 255]);
    for (const body of ['AP8', '!', 'A===', 5])
      expect(refusalOf(plan, { body })).toBe('/body must be base64 text with its padding');
  });

  it('of base64 that the schema asks for is sent as text', () => {
    const plan = withBody({ 'application/octet-stream': { schema: { type: 'string', format: 'byte' } } });
    expect(bodyText(requestOf(plan, { body: 'AP8=' }))).toBe('AP8=');
  });

  it('keeps a member called __proto__', () => {
    const plan = withBody({ 'application/json': { schema: { type: 'object', additionalProperties: true } } });
    const body = JSON.parse('{"__proto__":{"a":1}}') as unknown;
    expect(bodyText(requestOf(plan, { body }))).toBe('{"__proto__":{"a":1}}');
  });
});
