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
  if (verb.args !== undefined) {
    // Loaded here and only here: a call of a verb without a schema never pays for the validator.
    const { compileArgsSchema } = await import('@hcp/manifest/args-schema');
    const checked = compileArgsSchema(verb.args)(args);
    if (!checked.ok) return refuse('invalid_args', `${checked.pointer} ${checked.reason}`);
  }
  const adapter = ports.adapters.get(pack.manifest.kind);
  if (adapter === undefined || adapter.executes?.(pack) === false)
    return refuse('adapter_not_executable', pack.manifest.kind);
  const request = { pack, verbKey: envelope.verbKey, verb, entry, args };
  const derived = await adapter.argsSchema?.(request);
  const unfit = derived === undefined ? undefined : await checkDerived(derived, args);
  if (unfit !== undefined) return unfit;
  const rendered = adapter.render(request);
  return rendered.ok ? rendered : refuse('invalid_args', rendered.reason);
}

/** The same check in the same words, against what the adapter knows of the arguments. */
async function checkDerived(schema: unknown, args: Confirmed['args']): Promise<Refusal | undefined> {
  const { compileArgsSchema } = await import('@hcp/manifest/args-schema');
  const checked = compileArgsSchema(schema)(args);
  return checked.ok ? undefined : refuse('invalid_args', `${checked.pointer} ${checked.reason}`);
}
