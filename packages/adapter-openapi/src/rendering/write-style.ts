import type { ParameterPlan } from '../plan.js';
import type { Encode } from './encode.js';
import type { ValueParts } from './parts-of-value.js';
import { RenderFault } from './render-fault.js';

/** What the table of styles needs to know of a parameter. */
export type StyledParameter = Pick<ParameterPlan, 'name' | 'style' | 'explode'>;

interface Writing {
  readonly parameter: StyledParameter;
  readonly encode: Encode;
}

const separators: Readonly<Record<string, readonly [string, string]>> = {
  spaceDelimited: [' ', '%20'],
  pipeDelimited: ['|', '%7C'],
  tabDelimited: ['\t', '%09'],
};

/**
 * A value as the specification's table of styles writes it, for a path segment or a header: `simple`, `label` and
 * `matrix`. RFC 6570 decides where versions of the table differ (`label` without explode has commas).
 */
export function writeSegment(parameter: StyledParameter, parts: ValueParts, encode: Encode): string {
  const { name, style, explode } = parameter;
  if (style === 'matrix') return writeMatrix({ parameter, encode }, parts);
  const separator = explode && style === 'label' ? '.' : ',';
  const text =
    parts.kind === 'primitive'
      ? encode(parts.text)
      : parts.kind === 'array'
        ? parts.items.map(encode).join(separator)
        : joinMembers({ parameter: { name, style, explode }, encode }, parts.members, separator);
  return style === 'label' ? `.${text}` : text;
}

function joinMembers(
  { parameter, encode }: Writing,
  members: readonly (readonly [string, string])[],
  separator: string,
): string {
  const between = parameter.explode ? '=' : ',';
  return members.map(([name, value]) => `${encode(name)}${between}${encode(value)}`).join(separator);
}

function writeMatrix({ parameter, encode }: Writing, parts: ValueParts): string {
  const name = encode(parameter.name);
  const pair = (key: string, value: string): string => (value === '' ? `;${key}` : `;${key}=${value}`);
  if (parts.kind === 'primitive') return pair(name, encode(parts.text));
  if (parts.kind === 'array') {
    const items = parts.items.map(encode);
    return parameter.explode ? items.map((item) => pair(name, item)).join('') : pair(name, items.join(','));
  }
  if (parameter.explode) return parts.members.map(([key, value]) => pair(encode(key), encode(value))).join('');
  return pair(name, joinMembers({ parameter, encode }, parts.members, ','));
}

/**
 * The `name=value` pairs of a value in a query, form or cookie: `form`, the delimited styles and `deepObject`. An
 * empty array or object that is written member by member has no pair. Throws {@link RenderFault} for what the table
 * leaves undefined, above all an item that holds the delimiter: it could not be told from two.
 */
export function writePairs(
  parameter: StyledParameter & { readonly arg: string },
  parts: ValueParts,
  encode: Encode,
): readonly string[] {
  const { style, explode, arg } = parameter;
  const name = encode(parameter.name);
  const separator = separators[style];
  if (separator !== undefined) return [`${name}=${delimited(separator, parts, { arg, style, encode })}`];
  if (style === 'deepObject') {
    if (parts.kind !== 'object') throw new RenderFault([arg], 'must be an object: style deepObject has no other form');
    return parts.members.map(([key, value]) => `${encode(`${parameter.name}[${key}]`)}=${encode(value)}`);
  }
  if (parts.kind === 'primitive') return [`${name}=${encode(parts.text)}`];
  if (parts.kind === 'array') {
    const items = parts.items.map(encode);
    return explode ? items.map((item) => `${name}=${item}`) : [`${name}=${items.join(',')}`];
  }
  if (explode) return parts.members.map(([key, value]) => `${encode(key)}=${encode(value)}`);
  return [`${name}=${joinMembers({ parameter, encode }, parts.members, ',')}`];
}

interface Delimited {
  readonly arg: string;
  readonly style: string;
  readonly encode: Encode;
}

function delimited(
  [raw, written]: readonly [string, string],
  parts: ValueParts,
  { arg, style, encode }: Delimited,
): string {
  if (parts.kind === 'primitive') {
    throw new RenderFault([arg], `must be an array or object: style ${style} has no other form`);
  }
  const texts = parts.kind === 'array' ? parts.items : parts.members.flat();
  if (texts.some((text) => text.includes(raw))) {
    throw new RenderFault([arg], `must not hold ${JSON.stringify(raw)}, which style ${style} puts between its parts`);
  }
  return texts.map(encode).join(written);
}
