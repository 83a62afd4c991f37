import { compactOf, memberOf, type JsonNode } from '../json/json-node.js';
import { CaseFault, textOf } from './members.js';

const forms = ['envelope', 'envelope_text', 'envelope_base64'] as const;

/**
 * The envelope of a case as sent: JSON token for token, text, or bytes. Long text is written in pieces, a piece
 * `["x", 3]` standing for `xxx`.
 */
export function readEnvelope(node: JsonNode): string | Uint8Array {
  const given = forms.filter((form) => memberOf(node, form) !== undefined);
  const [form] = given;
  if (form === undefined || given.length > 1) throw new CaseFault(`one of ${forms.join(', ')} is needed`);
  const value = memberOf(node, form);
  if (value === undefined) throw new CaseFault(`/${form} is missing`);
  if (form === 'envelope') return compactOf(value);
  if (form === 'envelope_base64') return Buffer.from(textOf(value, '/envelope_base64'), 'base64');
  return value.kind === 'array' ? value.items.map(piece).join('') : textOf(value, '/envelope_text');
}

function piece(node: JsonNode, index: number): string {
  const place = `/envelope_text/${index}`;
  if (node.kind !== 'array') return textOf(node, place);
  const [text, times, surplus] = node.items;
  if (text === undefined || times?.kind !== 'number' || surplus !== undefined) {
    throw new CaseFault(`${place} must be a text, or a text and how often it stands there`);
  }
  return textOf(text, place).repeat(Number(times.raw));
}
