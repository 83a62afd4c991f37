import { DocumentFault } from '../document/document-fault.js';
import { member, shown, type JsonObject } from '../document/json.js';
import type { ParameterPlace, ParameterPlan, Style } from '../plan.js';
import type { Kind, Kinds } from './schema-kinds.js';

/** The part of a plan that says how a value is written. */
export type ParameterForm = Pick<ParameterPlan, 'style' | 'explode' | 'allowReserved'>;

/** The specification's table: for each place the styles it has there, the default first, and the kinds each can write. */
const styles: Readonly<Record<ParameterPlace, readonly (readonly [Style, readonly Kind[]])[]>> = {
  path: [
    ['simple', ['primitive', 'array', 'object']],
    ['label', ['primitive', 'array', 'object']],
    ['matrix', ['primitive', 'array', 'object']],
  ],
  query: [
    ['form', ['primitive', 'array', 'object']],
    ['spaceDelimited', ['array', 'object']],
    ['pipeDelimited', ['array', 'object']],
    ['tabDelimited', ['array']],
    ['deepObject', ['object']],
  ],
  header: [['simple', ['primitive', 'array', 'object']]],
  cookie: [['form', ['primitive', 'array', 'object']]],
};

/** The kinds a style writes at a place; empty where the place does not have it. */
export const kindsOfStyle = (place: ParameterPlace, style: Style): readonly Kind[] =>
  styles[place].find(([name]) => name === style)?.[1] ?? [];

/** Style, explode and allowReserved of a parameter of OpenAPI 3, defaults filled in. Throws {@link DocumentFault}. */
export function parameterForm(place: ParameterPlace, written: JsonObject): ParameterForm {
  const style = member(written, 'style') ?? styles[place][0]?.[0];
  const known = styles[place].find(([name]) => name === style && name !== 'tabDelimited')?.[0];
  if (known === undefined) throw new DocumentFault(`style ${shown(style)} is not defined for a ${place} parameter`);
  const explode = member(written, 'explode');
  return {
    style: known,
    explode: typeof explode === 'boolean' ? explode : known === 'form',
    // The specification applies it in a query only.
    allowReserved: place === 'query' && member(written, 'allowReserved') === true,
  };
}

/** `collectionFormat` of Swagger 2.0 in the words of OpenAPI 3. Throws {@link DocumentFault}. */
export function collectionForm(place: ParameterPlace, written: JsonObject): ParameterForm {
  const format = member(written, 'collectionFormat') ?? 'csv';
  const base = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const form = (style: Style, explode = false): ParameterForm => ({ style, explode, allowReserved: false });
  if (format === 'csv') return form(base);
  if (place === 'query') {
    if (format === 'ssv') return form('spaceDelimited');
    if (format === 'pipes') return form('pipeDelimited');
    if (format === 'tsv') return form('tabDelimited');
    if (format === 'multi') return form('form', true);
  }
  throw new DocumentFault(`collectionFormat ${shown(format)} is not supported for a ${place} parameter`);
}

/**
 * Refuses what the table leaves undefined for every value the schema allows: Throws {@link DocumentFault}.
 */
export function checkForm(place: ParameterPlace, form: ParameterForm, { kinds, nested }: FormKinds): void {
  const { style, explode } = form;
  if (style === 'deepObject' && !explode) {
    throw new DocumentFault('style deepObject without "explode": true is not defined');
  }
  if (style.endsWith('Delimited') && explode) throw new DocumentFault(`style ${style} with explode is not defined`);
  const writable = kindsOfStyle(place, form.style).filter((kind) => kinds.has(kind));
  if (writable.length === 0) {
    throw new DocumentFault(
      `style ${style} is not defined for a value that is ${[...kinds].join(' or ') || 'nothing'}`,
    );
  }
  if (place === 'cookie' && explode && !kinds.has('primitive')) {
    throw new DocumentFault('an array or object in a cookie needs "explode": false');
  }
  if (!kinds.has('primitive') && nested) {
    throw new DocumentFault(`style ${style} is not defined for nested arrays and objects; declare it by "content"`);
  }
}

export interface FormKinds {
  readonly kinds: Kinds;
  /** Whether an item or a declared member is always an array or object itself. */
  readonly nested: boolean;
}
