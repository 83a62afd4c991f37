import type { OperationPlan } from '@hcp/adapter-openapi';
import {
  createPlanner,
  DocumentFault,
  parseDocument,
  type OpenApiDocument,
  type Planner,
} from '@hcp/adapter-openapi/document';
import { pointer, type Issue, type Manifest } from '@hcp/manifest';
import { HcpError } from '@hcp/pipeline';
import { sha256Hex } from '../audit/digest.js';
import { printIssue } from '../packs/print-issue.js';
import { allowedAddresses } from './allowed-addresses.js';
import { openDocumentFiles } from './document-file.js';
import type { LockedDocument } from './locked-document.js';
import { printPlans, type PlanText } from './plan-file.js';

export interface PlanRequest {
  /** Real path of the pack. */
  readonly root: string;
  readonly manifest: Manifest;
  /** The document of the installed pack of this id, where its `surface.json` is the same. */
  readonly installed: LockedDocument | undefined;
  readonly allowUrl: boolean;
  readonly allowPrivate: boolean;
}

/** The document of a pack as it is to be locked, and the plans to write first; none where they stand already. */
export interface PlannedPack {
  readonly document: LockedDocument;
  readonly text: PlanText | undefined;
  readonly warnings: readonly Issue[];
}

interface LoadedDocument {
  readonly document: OpenApiDocument;
  readonly source: string;
  readonly digests: () => Readonly<Record<string, string>>;
}

/**
 * Reads the document of an openapi pack once and plans every declared verb (profile P12). Writes nothing. Throws
 * `HcpError` `invalid_pack` with a line for each verb that has no plan.
 */
export const planPack = async (request: PlanRequest): Promise<PlannedPack> => {
  const { manifest, installed } = request;
  if (manifest.openapi?.path === undefined && !request.allowUrl && installed !== undefined) {
    return { document: installed, text: undefined, warnings: [] };
  }
  const { document, source, digests } = await load(request);
  const { plans, warnings } = planVerbs(createPlanner(document), manifest, request.root);
  const servers = [...new Set([...plans.values()].map(({ origin }) => origin))].sort();
  const files = digests();
  const isSame = installed?.source === source && JSON.stringify(installed.files) === JSON.stringify(files);
  const kept = isSame ? installed.allowed_addresses : [];
  const allowed = await allowedAddresses(servers, { allowPrivate: request.allowPrivate, kept });
  const text = printPlans(manifest.id, plans);
  return {
    document: { source, files, servers, file: text.file, allowed_addresses: allowed.classes, index: text.index },
    text,
    warnings: [...warnings, ...allowed.warnings.map((message) => warning(['openapi'], message))],
  };
};

const load = async (request: PlanRequest): Promise<LoadedDocument> => {
  const { path, url } = request.manifest.openapi ?? {};
  try {
    return path === undefined ? await loadFromUrl(request, url ?? '') : loadFromPack(request, path, url);
  } catch (error) {
    if (error instanceof HcpError || !(error instanceof Error)) throw error;
    const member = path === undefined ? 'url' : 'path';
    throw invalid(request.root, [issue('error', ['openapi', member], error.message)], error);
  }
};

const loadFromPack = ({ root }: PlanRequest, path: string, url: string | undefined): LoadedDocument => {
  const files = openDocumentFiles(root);
  const source = { name: path, ...(url === undefined ? {} : { url }), readPart: partOf(files.read) };
  return { document: parseDocument(files.read(path), source), source: path, digests: files.digests };
};

/** What cannot be read is a fault of the verb that leads to it. */
const partOf =
  (read: (path: string) => Uint8Array) =>
  (path: string): Uint8Array => {
    try {
      return read(path);
    } catch (cause) {
      throw new DocumentFault(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  };

const loadFromUrl = async ({ allowUrl, allowPrivate, manifest }: PlanRequest, url: string): Promise<LoadedDocument> => {
  if (!allowUrl) {
    throw new HcpError(
      'document_url',
      `pack ${manifest.id} has its document at ${url}, which is fetched once and pinned; to fetch it, install the pack with --allow-url.`,
    );
  }
  const { fetchDocument } = await import('@hcp/adapter-openapi/requesting');
  const bytes = await fetchDocument(url, allowPrivate ? ['loopback', 'private'] : []);
  const document = parseDocument(bytes, { name: url, url });
  return { document, source: url, digests: () => ({ [url]: sha256Hex(bytes) }) };
};

interface PlannedVerbs {
  readonly plans: ReadonlyMap<string, OperationPlan>;
  readonly warnings: readonly Issue[];
}

const planVerbs = (planner: Planner, { verbs }: Manifest, root: string): PlannedVerbs => {
  const plans = new Map<string, OperationPlan>();
  const warnings: Issue[] = [];
  const errors: Issue[] = [];
  for (const [key, verb] of Object.entries(verbs)) {
    const named = verb['x-operation'];
    const planned = planner.plan(named === undefined ? { operationId: key } : { 'x-operation': named });
    if (planned.ok) {
      plans.set(key, planned.plan);
      warnings.push(...planned.warnings.map((message) => warning(['verbs', key], message)));
    } else {
      errors.push(issue('error', ['verbs', key], planned.reason));
    }
  }
  if (errors.length > 0) throw invalid(root, errors);
  return { plans, warnings };
};

const issue = (severity: Issue['severity'], path: readonly string[], reason: string): Issue => ({
  code: severity === 'error' ? 'invalid_meta' : 'openapi',
  message: `${pointer(path)} ${reason}`,
  path: pointer(path),
  severity,
});

const warning = (path: readonly string[], reason: string): Issue => issue('warning', path, reason);

const invalid = (root: string, errors: readonly Issue[], cause?: unknown): HcpError =>
  new HcpError(
    'invalid_pack',
    [`${root} is not a valid pack; mend these and try again:`, ...errors.map(printIssue)].join('\n'),
    { cause },
  );
