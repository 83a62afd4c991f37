import { pointer } from '@hcp/manifest';
import type { RenderRefusal } from '@hcp/pipeline';

/** The text of one argument's value; empty for a value that renders empty. */
export interface RenderedValue {
  readonly ok: true;
  readonly text: string;
}

/** Renders the own property `name` of `args` as profile P3 says; an inherited property is an absent one. */
export function renderValue(args: Readonly<Record<string, unknown>>, name: string): RenderedValue | RenderRefusal {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  if (value === undefined || value === null) return { ok: true, text: '' };
  const rendered = Array.isArray(value) ? renderList(value, name) : renderScalar(value, [name]);
  return rendered.ok ? checkText(rendered.text, name) : rendered;
}

function renderList(list: readonly unknown[], name: string): RenderedValue | RenderRefusal {
  const texts: string[] = [];
  for (const [index, element] of list.entries()) {
    const rendered = renderScalar(element, [name, index]);
    if (!rendered.ok) return rendered;
    texts.push(rendered.text);
  }
  return { ok: true, text: texts.join(',') };
}

function renderScalar(value: unknown, path: readonly (string | number)[]): RenderedValue | RenderRefusal {
  if (typeof value === 'string' || typeof value === 'boolean') return { ok: true, text: String(value) };
  if (typeof value !== 'number') {
    return refuse(
      path,
      `is ${nameOf(value)}; only a string, a number, a boolean or a flat list of them can be rendered`,
    );
  }
  const text = String(value);
  if (!Number.isFinite(value) || text.includes('e')) {
    return refuse(path, 'has no plain decimal form; send it as a string');
  }
  return { ok: true, text };
}

/** Each value is whole on its own: two halves of one character cannot come from two arguments. */
function checkText(text: string, name: string): RenderedValue | RenderRefusal {
  if (text.includes('\0')) return refuse([name], 'holds a NUL character, which no argument of a program can carry');
  if (!text.isWellFormed()) return refuse([name], 'holds a lone surrogate, which is not a character');
  return { ok: true, text };
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list inside a list';
  return typeof value === 'object' ? 'an object' : typeof value;
}

function refuse(path: readonly (string | number)[], reason: string): RenderRefusal {
  return { ok: false, reason: `${pointer(path)} ${reason}` };
}
