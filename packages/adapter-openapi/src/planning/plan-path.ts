import { DocumentFault } from '../document/document-fault.js';
import { shown } from '../document/json.js';
import type { OperationPlan, ParameterPlan } from '../plan.js';

/**
 * A path template as literal text, percent-encoded, and indexes of its parameters. Throws {@link DocumentFault} where
 * template and declared parameters do not agree.
 */
export function planPath(
  basePath: string,
  template: string,
  parameters: readonly ParameterPlan[],
): OperationPlan['path'] {
  if (!template.isWellFormed()) throw new DocumentFault('the path holds a lone surrogate');
  if (/[?#]/.test(template)) throw new DocumentFault(`path ${shown(template)} holds a query or fragment`);
  const used = new Set<number>();
  const parts = template.split(/(\{[^{}]*\})/).flatMap((part): (string | number)[] => {
    if (!part.startsWith('{') || !part.endsWith('}')) return part === '' ? [] : [literal(part)];
    const name = part.slice(1, -1);
    const index = parameters.findIndex((one) => one.in === 'path' && one.name === name);
    if (index === -1) throw new DocumentFault(`path parameter ${shown(name)} is in the path and not declared`);
    used.add(index);
    return [index];
  });
  const stray = parameters.find((one, index) => one.in === 'path' && !used.has(index));
  if (stray !== undefined)
    throw new DocumentFault(`path parameter ${shown(stray.name)} is declared and not in the path`);
  const first = parts[0];
  const path = typeof first === 'string' ? [`${basePath}${first}`, ...parts.slice(1)] : [basePath, ...parts];
  refuseDots(path);
  return path;
}

/** Text of the document that a path may hold stands; `%` only where it begins an escape. */
function literal(text: string): string {
  return text.replace(/%(?![0-9A-Fa-f]{2})|[^\w!$%&'()*+,\-./:;=@~]+/g, (part) => encodeURIComponent(part));
}

function refuseDots(path: OperationPlan['path']): void {
  const segments = path
    .map((part) => (typeof part === 'string' ? part : 'x'))
    .join('')
    .split('/');
  if (segments.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) {
    throw new DocumentFault('the path holds a segment "." or ".."');
  }
}
