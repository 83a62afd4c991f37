import type { OperationPlan, ParameterPlan } from '../plan.js';
import { encodeReserved, encodeStrict, type Encode } from './encode.js';
import { partsOfValue, scalarText, type ValueParts } from './parts-of-value.js';
import { RenderFault } from './render-fault.js';
import { writePairs, writeSegment } from './write-style.js';

export type Args = Readonly<Record<string, unknown>>;

/** An argument that is there; `null` is as good as none outside of a body. */
const valueOf = (args: Args, { arg }: ParameterPlan): unknown =>
  Object.hasOwn(args, arg) ? (args[arg] ?? undefined) : undefined;

/** Declared by `content`: the value as one text. */
function contentText({ content, arg }: ParameterPlan, value: unknown): string {
  if (content === 'text') return scalarText(value, [arg]);
  // Only what every place can hold; the text stays the same JSON.
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The path, each argument encoded as data (hardening 32): nothing in it can end a segment or be a dot segment. */
export function writePath({ path, parameters }: OperationPlan, args: Args): string {
  let text = '';
  let last: string | undefined;
  for (const part of [...path, '/']) {
    if (typeof part === 'number') {
      const parameter = parameters[part];
      if (parameter === undefined) throw new TypeError('a plan names a parameter that it does not have');
      text += writePathParameter(parameter, valueOf(args, parameter));
      last = parameter.arg;
      continue;
    }
    // Only literal text ends a segment: what arguments become holds no slash.
    const [ending = '', ...others] = part.split('/');
    text += ending;
    if (others.length === 0) continue;
    refuseDotSegment(text.slice(text.lastIndexOf('/') + 1), last);
    last = undefined;
    text += `/${others.join('/')}`;
  }
  return text.slice(0, -1) || '/';
}

function writePathParameter(parameter: ParameterPlan, value: unknown): string {
  const { arg } = parameter;
  if (value === undefined) throw new RenderFault([arg], 'is required: it is a part of the path');
  const parts: ValueParts =
    parameter.content === null
      ? partsOfValue(value, [arg])
      : { kind: 'primitive', text: contentText(parameter, value) };
  const texts = parts.kind === 'primitive' ? [parts.text] : parts.kind === 'array' ? parts.items : parts.members.flat();
  if (texts.length === 0 || texts.includes(''))
    throw new RenderFault([arg], 'must not be empty: it is a part of the path');
  // eslint-disable-next-line no-control-regex -- a control character is what this finds
  if (texts.some((text) => /[\u0000-\u001f\u007f]/.test(text)))
    throw new RenderFault([arg], 'must not hold control characters');
  return writeSegment(parameter, parts, encodeStrict);
}

function refuseDotSegment(segment: string, arg: string | undefined): void {
  if (arg === undefined || !/^(?:\.|%2e){1,2}$/i.test(segment)) return;
  throw new RenderFault([arg], 'must not make the path segment "." or ".."');
}

/** The query without its `?`; empty without any. */
export function writeQuery({ parameters }: OperationPlan, args: Args): string {
  const own = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name));
  return pairsIn('query', parameters, (parameter) => {
    const encode: Encode = parameter.allowReserved ? encodeReserved : encodeStrict;
    return writeQueryParameter(parameter, valueOf(args, parameter), { encode, own });
  }).join('&');
}

const pairsIn = (
  place: ParameterPlan['in'],
  parameters: readonly ParameterPlan[],
  write: (parameter: ParameterPlan) => readonly string[],
): readonly string[] => parameters.filter((one) => one.in === place).flatMap(write);

interface QueryWriting {
  readonly encode: Encode;
  /** Names of the parameters of this query. */
  readonly own: ReadonlySet<string>;
}

function writeQueryParameter(
  parameter: ParameterPlan,
  value: unknown,
  { encode, own }: QueryWriting,
): readonly string[] {
  const { arg, name } = parameter;
  if (value === undefined) return missing(parameter);
  if (parameter.content !== null) return [`${encodeStrict(name)}=${encodeStrict(contentText(parameter, value))}`];
  const parts = partsOfValue(value, [arg]);
  if (parts.kind === 'object' && parameter.style === 'form' && parameter.explode) {
    const taken = parts.members.find(([key]) => own.has(key) && key !== name);
    if (taken !== undefined) throw new RenderFault([arg, taken[0]], 'is the name of another parameter');
  }
  const pairs = writePairs(parameter, parts, encode);
  return pairs.length === 0 ? missing(parameter) : pairs;
}

function missing({ required, arg }: ParameterPlan): readonly string[] {
  if (required) throw new RenderFault([arg], 'is required and must not be empty');
  return [];
}

/** The headers that arguments set, and the one that cookies make. */
export function writeHeaders({ parameters }: OperationPlan, args: Args): readonly (readonly [string, string])[] {
  const headers = parameters
    .filter((one) => one.in === 'header')
    .flatMap((parameter): (readonly [string, string])[] => {
      const value = valueOf(args, parameter);
      if (value !== undefined) return [[parameter.name, writeHeader(parameter, value)]];
      missing(parameter);
      return [];
    });
  const cookies = pairsIn('cookie', parameters, (parameter) => writeCookie(parameter, valueOf(args, parameter)));
  return cookies.length === 0 ? headers : [...headers, ['cookie', cookies.join('; ')]];
}

function writeHeader(parameter: ParameterPlan, value: unknown): string {
  const { arg, content, explode } = parameter;
  if (content !== null) return headerText(contentText(parameter, value), arg);
  const parts = partsOfValue(value, [arg]);
  const texts = parts.kind === 'array' ? parts.items : parts.kind === 'object' ? parts.members.flat() : [];
  const delimiters = parts.kind === 'object' && explode ? [',', '='] : [','];
  if (texts.some((text) => delimiters.some((one) => text.includes(one)))) {
    const named = delimiters.map((one) => JSON.stringify(one)).join(' or ');
    throw new RenderFault([arg], `must not hold ${named}, which stands between its parts`);
  }
  return headerText(
    writeSegment(parameter, parts, (text) => text),
    arg,
  );
}

/** A header is not percent-encoded: what it cannot hold is refused, line ends above all (hardening 38). */
function headerText(text: string, arg: string): string {
  if (/^[\t\x20-\x7e]*$/.test(text)) return text;
  throw new RenderFault([arg], 'holds a character that a header cannot hold, such as a line end; use printable ASCII');
}

function writeCookie(parameter: ParameterPlan, value: unknown): readonly string[] {
  if (value === undefined) return missing(parameter);
  const { arg, name, explode } = parameter;
  const parts: ValueParts =
    parameter.content === null
      ? partsOfValue(value, [arg])
      : { kind: 'primitive', text: contentText(parameter, value) };
  if (explode && parts.kind !== 'primitive') {
    throw new RenderFault([arg], 'must be a string, number or boolean: the document defines no other form here');
  }
  // The name stands as declared; install has made sure that it is a token.
  return writePairs({ ...parameter, name: '' }, parts, encodeStrict).map((pair) => `${name}${pair}`);
}
