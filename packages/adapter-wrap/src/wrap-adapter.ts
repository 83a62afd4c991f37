import type { HarnessWrapTarget } from '@hcp/manifest';
import type {
  Adapter,
  AdapterOutcome,
  ApprovedCall,
  Minted,
  RenderedCall,
  RenderRefusal,
  RenderRequest,
  Sandbox,
} from '@hcp/pipeline';
import { readOutcome } from './read-outcome.js';
import { renderTokens } from './render-tokens.js';
import { redactedTextOf, textOf } from './rendered-token.js';

/** What a wrap call looks like to `--dry-run`: the program and its argv, `secret_args` as `[redacted]`. */
export interface WrapPreview {
  /** Real path of the pinned program, or `wrap.bin` as written where nothing is pinned. */
  readonly bin: string;
  readonly argv: readonly string[];
}

/** The adapter of `kind: wrap` (§6.4): renders an argv, has the sandbox run it, and reads how it ended. */
export function createWrapAdapter({ sandbox }: { readonly sandbox: Sandbox }): Adapter {
  return { kind: 'wrap', render: (request) => render(request, sandbox) };
}

function render(request: RenderRequest, sandbox: Sandbox): RenderedCall | RenderRefusal {
  const { pack, verbKey, verb, entry, args } = request;
  const { wrap } = pack.manifest;
  if (wrap === undefined) throw new TypeError(`pack "${pack.id}" has no wrap member; the wrap adapter cannot run it`);
  const rendered = renderTokens({ wrap, verbKey, verb, entry, args });
  if (!rendered.ok) return rendered;
  const argv = rendered.tokens.map(textOf);
  const preview: WrapPreview = {
    bin: pack.bin?.file.path ?? wrap.bin,
    argv: rendered.tokens.map((token) => redactedTextOf(token, entry.secretArgs)),
  };
  return { ok: true, preview, run: (call, minted) => run({ request, wrap, argv, sandbox }, call, minted) };
}

interface PreparedRun {
  readonly request: RenderRequest;
  readonly wrap: HarnessWrapTarget;
  readonly argv: readonly string[];
  readonly sandbox: Sandbox;
}

async function run(prepared: PreparedRun, call: ApprovedCall, minted: Minted): Promise<AdapterOutcome> {
  const { pack, entry } = prepared.request;
  if (pack.bin === undefined) {
    return { ok: false, code: 'sandbox', started: false, error: `sandbox: bin "${prepared.wrap.bin}" not allowlisted` };
  }
  const outcome = await prepared.sandbox.run(call, {
    bin: pack.bin,
    argv: prepared.argv,
    cwd: pack.root,
    agentEnv: prepared.wrap.agent_env ?? {},
    credentialEnv: minted.env,
    timeoutMs: entry.timeoutMs,
    maxOutputBytes: entry.maxOutputBytes,
  });
  return readOutcome(outcome);
}
