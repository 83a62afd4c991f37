import type { BodyPlan } from '../plan.js';
import { scalarText } from './parts-of-value.js';
import type { WrittenBody } from './write-body.js';
import type { Args } from './write-parameters.js';

interface Part {
  readonly name: string;
  readonly contentType: string | undefined;
  readonly text: string;
}

/** `multipart/form-data` with text parts, an array as one part for each item (RFC 7578). */
export function writeMultipart({ mediaType, fields }: BodyPlan, members: Args, path: readonly string[]): WrittenBody {
  const parts = Object.entries(members)
    .filter(([, value]) => value !== null)
    .flatMap(([name, value]) =>
      [value].flat().map((item, index) => {
        const at = [...path, name, ...(Array.isArray(value) ? [index] : [])];
        return partOf(name, item, {
          declared: Object.hasOwn(fields, name) ? fields[name]?.contentType : undefined,
          at,
        });
      }),
    );
  const boundary = boundaryFor(parts);
  const texts = parts.map(({ name, contentType, text }) => {
    const type = contentType === undefined ? '' : `content-type: ${contentType}\r\n`;
    return `--${boundary}\r\ncontent-disposition: form-data; name="${escapeName(name)}"\r\n${type}\r\n${text}\r\n`;
  });
  return {
    contentType: `${mediaType}; boundary=${boundary}`,
    bytes: Buffer.from(`${texts.join('')}--${boundary}--\r\n`),
  };
}

function partOf(
  name: string,
  value: unknown,
  { declared, at }: { readonly declared: string | undefined; readonly at: readonly (string | number)[] },
): Part {
  const isJson = declared !== undefined && /^application\/(?:[^/;]+\+)?json/.test(declared);
  if (typeof value === 'object' || isJson) {
    return { name, contentType: declared ?? 'application/json', text: JSON.stringify(value) };
  }
  return { name, contentType: declared, text: scalarText(value, at) };
}

/** As browsers do: a name cannot end its line or its quotes. */
const escapeName = (name: string): string =>
  name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

/** The same for the same parts, and in none of them. */
function boundaryFor(parts: readonly Part[]): string {
  for (let count = 0; ; count += 1) {
    const boundary = `hcp-part-${count}`;
    if (parts.every(({ text, name }) => !text.includes(boundary) && !name.includes(boundary))) return boundary;
  }
}
