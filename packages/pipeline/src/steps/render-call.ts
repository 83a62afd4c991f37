import type { Ports, RenderedCall } from '../ports.js';
import { refuse, type Refusal } from '../refusals.js';
import type { Confirmed, Rendered, Step } from '../state.js';

/** Profile P2 step 6b: the verb's schema, the adapter, the rendering. An approval claimed at step 6 goes back on refusal. */
export const renderCall: Step<Confirmed, Rendered> = {
  reaches: 'rendered',
  async run(state, ports) {
    let rendered: RenderedCall | Refusal | undefined;
    try {
      rendered = await renderOrRefuse(state, ports);
    } finally {
      if (rendered?.ok !== true) await state.claim?.giveBack();
    }
    return rendered.ok ? { ...state, stage: 'rendered', rendered } : rendered;
  },
  onFault: () => refuse('invalid_args', '/ could not be checked'),
};

async function renderOrRefuse(state: Confirmed, ports: Ports): Promise<RenderedCall | Refusal> {
  const { pack, verb, entry, args, envelope } = state;
  const misfit = await findMisfit(verb.args, args);
  if (misfit !== undefined) return misfit;
  const adapter = ports.adapters.get(pack.manifest.kind);
  if (adapter === undefined || adapter.executes?.(pack) === false)
    return refuse('adapter_not_executable', pack.manifest.kind);
  const request = { pack, verbKey: envelope.verbKey, verb, entry, args };
  const misfitOfOwn = await findMisfit(await adapter.argsSchema?.(request), args);
  if (misfitOfOwn !== undefined) return misfitOfOwn;
  const rendered = adapter.render(request);
  return rendered.ok ? rendered : refuse('invalid_args', rendered.reason);
}

/** The verb's schema and the adapter's own are checked alike, and in the same words. */
async function findMisfit(schema: unknown, args: Confirmed['args']): Promise<Refusal | undefined> {
  if (schema === undefined) return undefined;
  // Loaded here and only here: a call of a verb without a schema never pays for the validator.
  const { compileArgsSchema } = await import('@hcp/manifest/args-schema');
  const checked = compileArgsSchema(schema)(args);
  return checked.ok ? undefined : refuse('invalid_args', `${checked.pointer} ${checked.reason}`);
}
