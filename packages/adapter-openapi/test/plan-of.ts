import {
  createPlanner,
  parseDocument,
  type DocumentSource,
  type OperationPlan,
  type PlannedOperation,
} from '../src/document.js';
import { renderRequest, type HttpRequest } from '../src/index.js';

export type Json = Readonly<Record<string, unknown>>;

/** A document of version 3.1 with one server, and these members beside them. */
export const documentOf = (members: Json): Json => ({
  openapi: '3.1.0',
  info: { title: 'test', version: '1' },
  servers: [{ url: 'https://api.example/v1' }],
  ...members,
});

export function planned(
  document: Json,
  name: string | { readonly 'x-operation': unknown } = 'op',
  source: Partial<DocumentSource> = {},
): PlannedOperation {
  const parsed = parseDocument(Buffer.from(JSON.stringify(document)), { name: 'openapi.json', ...source });
  const planner = createPlanner(parsed);
  return planner.plan(typeof name === 'string' ? { operationId: name } : name);
}

/** The plan of the operation `op`; fails with the reason where there is none. */
export function planOf(document: Json, source?: Partial<DocumentSource>): OperationPlan {
  const result = planned(document, 'op', source);
  if (!result.ok) throw new Error(result.reason);
  return result.plan;
}

/** A document whose one operation is `op`; then path, method and further members. */
export const operationOf = (
  operation: Json,
  ...[path = '/things', method = 'get', members = {}]: [string?, string?, Json?]
): Json =>
  documentOf({ paths: { [path]: { [method]: { operationId: 'op', responses: {}, ...operation } } }, ...members });

/** The request of these arguments; fails with the reason where there is none. */
export function requestOf(plan: OperationPlan, args: Json): HttpRequest {
  const rendered = renderRequest(plan, args);
  if (!rendered.ok) throw new Error(rendered.reason);
  return rendered.request;
}

/** The reason of the refusal. */
export function refusalOf(plan: OperationPlan, args: Json): string {
  const rendered = renderRequest(plan, args);
  if (rendered.ok) throw new Error(`rendered ${rendered.request.target}`);
  return rendered.reason;
}

export const bodyText = ({ body }: HttpRequest): string | null =>
  body === null ? null : Buffer.from(body).toString('utf8');
