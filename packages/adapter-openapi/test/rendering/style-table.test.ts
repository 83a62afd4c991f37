import { describe, expect, it } from 'vitest';
import { operationOf, planned, planOf, requestOf, type Json } from '../plan-of.js';

/** The values of the specification's examples. */
const values = {
  string: 'blue',
  array: ['blue', 'black', 'brown'],
  object: { R: 100, G: 200, B: 150 },
} as const;

const schemas: Readonly<Record<keyof typeof values, Json>> = {
  string: { type: 'string' },
  array: { type: 'array', items: { type: 'string' } },
  object: { type: 'object', additionalProperties: { type: 'integer' } },
};

/** `n/a` where the specification defines nothing. */
type Cell = string;
type Row = readonly [style: string, explode: boolean, place: string, string: Cell, array: Cell, object: Cell];

/** "Style Examples" of OpenAPI 3.0.4 and 3.1.1, row by row; n/a: the combination is not defined. */
const table: readonly Row[] = [
  ['matrix', false, 'path', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['matrix', true, 'path', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['label', false, 'path', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['label', true, 'path', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['simple', false, 'path', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, 'path', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['simple', false, 'header', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, 'header', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['form', false, 'query', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['form', true, 'query', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ['form', false, 'cookie', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['spaceDelimited', false, 'query', 'n/a', 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150'],
  ['spaceDelimited', true, 'query', 'n/a', 'n/a', 'n/a'],
  ['pipeDelimited', false, 'query', 'n/a', 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['pipeDelimited', true, 'query', 'n/a', 'n/a', 'n/a'],
  ['deepObject', false, 'query', 'n/a', 'n/a', 'n/a'],
  ['deepObject', true, 'query', 'n/a', 'n/a', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
];

const cells = table.flatMap(([style, explode, place, ...row]) =>
  (['string', 'array', 'object'] as const).map((kind, at) => ({
    style,
    explode,
    place,
    kind,
    expected: row[at] ?? '',
  })),
);

function documentFor(
  { style, explode, place, kind }: (typeof cells)[number],
  written: Json = { style, explode },
): Json {
  const parameter = {
    name: 'color',
    in: place,
    schema: schemas[kind],
    ...written,
    ...(place === 'path' ? { required: true } : {}),
  };
  return operationOf({ parameters: [parameter] }, place === 'path' ? '/x/{color}' : '/x');
}

describe('the table of styles', () => {
  it.each(cells)('$place $style explode=$explode $kind is $expected', (cell) => {
    const document = documentFor(cell);
    if (cell.expected === 'n/a') {
      expect(planned(document)).toMatchObject({
        ok: false,
        reason: expect.stringContaining('not defined') as string,
      });
      return;
    }
    const { target, headers } = requestOf(planOf(document), { color: values[cell.kind] });
    const written = {
      path: target.replace('/v1/x/', ''),
      query: target.replace('/v1/x?', ''),
      header: headers['color'],
      cookie: headers['cookie'],
    };
    expect(written[cell.place as keyof typeof written]).toBe(cell.expected);
  });

  it.each([
    ['path', '/v1/x/blue,black,brown'],
    ['query', '/v1/x?color=blue&color=black&color=brown'],
  ])('fills in the defaults of a %s parameter', (place, expected) => {
    const cell = { style: '', explode: false, place, kind: 'array', expected } as const;
    expect(requestOf(planOf(documentFor(cell, {})), { color: values.array }).target).toBe(expected);
  });

  it('fills in the default of a header parameter', () => {
    const cell = { style: '', explode: false, place: 'header', kind: 'object', expected: '' } as const;
    expect(requestOf(planOf(documentFor(cell, {})), { color: values.object }).headers).toMatchObject({
      color: 'R,100,G,200,B,150',
    });
  });

  it('writes an empty string where the style can', () => {
    const form = planOf(operationOf({ parameters: [{ name: 'color', in: 'query', schema: { type: 'string' } }] }));
    expect(requestOf(form, { color: '' }).target).toBe('/v1/things?color=');
    expect(requestOf(form, {}).target).toBe('/v1/things');
  });

  it.each([
    ['matrix', 'query'],
    ['form', 'path'],
    ['simple', 'query'],
    ['label', 'header'],
    ['deepObject', 'cookie'],
    ['tabDelimited', 'query'],
    ['toString', 'query'],
  ])('knows no style %s in a %s', (style, place) => {
    const cell = { style, explode: false, place, kind: 'array', expected: '' } as const;
    expect(planned(documentFor(cell))).toMatchObject({
      ok: false,
      reason: `${place} parameter "color": style "${style}" is not defined for a ${place} parameter`,
    });
  });
});
