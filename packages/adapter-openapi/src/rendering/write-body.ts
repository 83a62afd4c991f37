import { isObject } from '../document/json.js';
import type { BodyPlan } from '../plan.js';
import { encodeForm, encodeReserved, encodeStrict } from './encode.js';
import { partsOfValue, scalarText } from './parts-of-value.js';
import { RenderFault } from './render-fault.js';
import type { Args } from './write-parameters.js';
import { writeMultipart } from './write-multipart.js';
import { writePairs } from './write-style.js';

/** A body and what the request says of it. */
export interface WrittenBody {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The request body; `undefined` where an optional one is left out. Throws {@link RenderFault}. */
export function writeBody(plan: BodyPlan, args: Args): WrittenBody | undefined {
  const value = valueOfBody(plan, args);
  if (value === undefined) return undefined;
  const { mediaType, kind, members } = plan;
  const path = members === null ? ['body'] : [];
  switch (kind) {
    case 'json':
      return { contentType: mediaType, bytes: Buffer.from(JSON.stringify(value)) };
    case 'text': {
      const text = scalarText(value, path);
      return { contentType: typeOfText(mediaType, text), bytes: Buffer.from(text) };
    }
    case 'binary':
      return { contentType: mediaType, bytes: bytesOf(value) };
    case 'form':
      return { contentType: mediaType, bytes: Buffer.from(writeForm(plan, membersOf(value), path)) };
    case 'multipart':
      return writeMultipart(plan, membersOf(value), path);
  }
}

function valueOfBody({ members, required }: BodyPlan, args: Args): unknown {
  const has = (name: string): boolean => Object.hasOwn(args, name);
  if (members === null) {
    if (has('body')) return args['body'];
    if (required) throw new RenderFault(['body'], 'is required');
    return undefined;
  }
  const given = members.filter(has);
  return given.length === 0 && !required ? undefined : Object.fromEntries(given.map((name) => [name, args[name]]));
}

function membersOf(value: unknown): Args {
  if (!isObject(value)) throw new RenderFault(['body'], 'must be an object');
  return value;
}

/** Text beyond ASCII is UTF-8, and says so unless the document names a charset. */
const typeOfText = (mediaType: string, text: string): string =>
  // eslint-disable-next-line no-control-regex -- ASCII is what this looks for
  /^[\u0000-\u007f]*$/.test(text) || /charset=/i.test(mediaType) ? mediaType : `${mediaType}; charset=utf-8`;

function bytesOf(value: unknown): Uint8Array {
  const text = typeof value === 'string' ? value : '';
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  if (typeof value !== 'string' || !isBase64) throw new RenderFault(['body'], 'must be base64 text with its padding');
  return Buffer.from(text, 'base64');
}

function writeForm({ fields }: BodyPlan, members: Args, path: readonly string[]): string {
  return Object.entries(members)
    .filter(([, value]) => value !== null)
    .flatMap(([name, value]) => {
      if (!name.isWellFormed()) throw new RenderFault([...path, name], 'is a name with a lone surrogate');
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field?.style === undefined) {
        return [value]
          .flat()
          .map((item, index) => formPair(name, item, [...path, name, ...(Array.isArray(value) ? [index] : [])]));
      }
      const { style, explode = false, allowReserved } = field;
      const parameter = { name, style, explode, arg: name };
      return writePairs(
        parameter,
        partsOfValue(value, [...path, name]),
        allowReserved === true ? encodeReserved : encodeStrict,
      );
    })
    .join('&');
}

/** By its content: an object is JSON text, everything else its own text. */
function formPair(name: string, value: unknown, path: readonly (string | number)[]): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : scalarText(value, path);
  return `${encodeForm(name)}=${encodeForm(text)}`;
}
