import type {
  Adapter,
  AdapterOutcome,
  ApprovedCall,
  InstalledPack,
  Minted,
  RenderedCall,
  RenderRefusal,
  RenderRequest,
} from '@hcp/pipeline';
import type { OperationPlan } from './plan.js';
import { previewRequest } from './rendering/preview-request.js';
import { renderRequest, type HttpRequest } from './rendering/render-request.js';
import type { AllowedClasses } from './requesting/guarded-connector.js';
import type { Requester } from './requesting/send-request.js';

/** What a call needs of its pack beside the manifest. */
export interface PlannedVerb {
  readonly plan: OperationPlan;
  /** Address classes the operator allowed for its server. */
  readonly allowed: AllowedClasses;
}

export interface OpenApiAdapterOptions {
  /** The plan made at install; throws where it is gone or is not the one that was made. */
  readonly plannedVerb: (pack: InstalledPack, verbKey: string) => PlannedVerb;
  /** Loaded by the first call that sends something. */
  readonly requester: () => Promise<Requester>;
}

/**
 * The adapter of `kind: openapi` (§6.6, profile P12): checks arguments against the schema of the operation, builds one
 * request, sends it to the document's own server and reads the answer. Under a mock Binding nothing is sent.
 */
export function createOpenApiAdapter(options: OpenApiAdapterOptions): Adapter & Required<Pick<Adapter, 'argsSchema'>> {
  return {
    kind: 'openapi',
    argsSchema: ({ pack, verbKey }) => Promise.resolve(options.plannedVerb(pack, verbKey).plan.args),
    render: (request) => render(request, options),
  };
}

function render(request: RenderRequest, options: OpenApiAdapterOptions): RenderedCall | RenderRefusal {
  const { pack, verbKey, entry, args } = request;
  const verb = options.plannedVerb(pack, verbKey);
  const rendered = renderRequest(verb.plan, args);
  if (!rendered.ok) return rendered;
  return {
    ok: true,
    // Built by a dry run only: it renders once more.
    get preview() {
      return previewRequest(verb.plan, args, entry.secretArgs);
    },
    run: (call, minted) => run({ request, verb, http: rendered.request, options }, call, minted),
  };
}

interface PreparedRun {
  readonly request: RenderRequest;
  readonly verb: PlannedVerb;
  readonly http: HttpRequest;
  readonly options: OpenApiAdapterOptions;
}

async function run(
  { request, verb, http, options }: PreparedRun,
  call: ApprovedCall,
  minted: Minted,
): Promise<AdapterOutcome> {
  if (call.bindingMode === 'mock') return { ok: true, output: verb.plan.mock };
  const requester = await options.requester();
  return requester.send(http, {
    credentialHeaders: minted.headers,
    redact: minted.redact,
    timeoutMs: request.entry.timeoutMs,
    maxOutputBytes: request.entry.maxOutputBytes,
    signal: call.signal,
    allowed: verb.allowed,
  });
}
