import { isObject } from '../document/json.js';
import type { OperationPlan } from '../plan.js';
import { renderRequest, type HttpRequest } from './render-request.js';
import type { Args } from './write-parameters.js';

/** What a call looks like to `--dry-run`: the request without the Binding's headers, `secret_args` as `[redacted]`. */
export interface RequestPreview {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text; bytes are counted. `null` without a body. */
  readonly body: string | null;
}

const redacted = '[redacted]';
const encoded = encodeURIComponent(redacted);

/** The preview of a request that renders: secret arguments are taken out before it is built once more. */
export function previewRequest(plan: OperationPlan, args: Args, secretArgs: readonly string[]): RequestPreview {
  const hidden = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, secretArgs.includes(name) ? withoutTexts(value) : value]),
  );
  const hidesBytes = plan.body?.kind === 'binary' && secretArgs.includes('body');
  const rendered = renderRequest(plan, hidesBytes ? { ...hidden, body: '' } : hidden);
  // What cannot be shown without its secret is not shown.
  if (!rendered.ok) return { method: plan.method, url: plan.origin, headers: {}, body: redacted };
  const { origin, target, headers } = rendered.request;
  return {
    method: plan.method,
    url: plain(`${origin}${target}`),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, plain(value)])),
    body: hidesBytes ? redacted : bodyText(plan, rendered.request),
  };
}

function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutTexts(one)]));
  return value === null ? null : redacted;
}

function bodyText({ body: plan }: OperationPlan, { body }: HttpRequest): string | null {
  if (body === null) return null;
  if (plan?.kind === 'binary') return `${body.byteLength} bytes`;
  const text = Buffer.from(body).toString('utf8');
  return plan?.kind === 'form' ? plain(text) : text;
}

const plain = (text: string): string => text.replaceAll(encoded, redacted);
