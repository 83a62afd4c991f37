import type { CallReport, ExecEnvelope } from '@hcp/pipeline';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** How many calls there are now. */
export interface CallLoad {
  readonly running: () => number;
  readonly queued: () => number;
}

/** What Prometheus is told. */
export interface CallMetrics {
  readonly called: (envelope: ExecEnvelope, report: CallReport) => void;
  /** A request without a valid token was turned away before the pipeline, and is in no record. */
  readonly refusedUnauthenticated: () => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const seconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Pairs of pack and verb that get a series of their own, however many packs come and go. */
const mostPairs = 1_000;

/** Counts the calls of one daemon. Names that an invoker made up become `other`, so series stay few. */
export function createCallMetrics(load: CallLoad): CallMetrics {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({
    registers,
    name: 'hcp_calls_total',
    help: 'Calls answered, by the step that decided.',
    labelNames: ['pack', 'verb', 'step', 'ok'],
  });
  const duration = new Histogram({
    registers,
    name: 'hcp_call_duration_seconds',
    help: 'From the envelope to its answer.',
    labelNames: ['ok'],
    buckets: seconds,
  });
  const refused = new Counter({
    registers,
    name: 'hcp_refused_unauthenticated_total',
    help: 'Requests without a valid token that were turned away before the pipeline.',
  });
  addLoad(registers, load);
  collectDefaultMetrics({ register: registry });
  const labels = boundedLabels();
  return {
    called: (envelope, report) => {
      const ok = String(report.envelope.ok);
      calls.inc({ ...labels(envelope, report.step), step: report.step, ok });
      duration.observe({ ok }, report.durationMs / 1000);
    },
    refusedUnauthenticated: () => refused.inc(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function addLoad(registers: Registry[], load: CallLoad): void {
  const gauge = (name: string, help: string, value: () => number): void => {
    const made: Gauge = new Gauge({ name, help, registers, collect: (): void => made.set(value()) });
  };
  gauge('hcp_calls_running', 'Calls that run now.', load.running);
  gauge('hcp_calls_queued', 'Calls that wait for their turn.', load.queued);
}

interface Labels {
  readonly pack: string;
  readonly verb: string;
}

/** A call decided at step 1 named no pack there is, and before step 4 no verb there is (§6.3). */
function boundedLabels(): (envelope: ExecEnvelope, step: CallReport['step']) => Labels {
  const pairs = new Set<string>();
  return ({ packId, verbKey }, step) => {
    const pack = step === '1' ? 'other' : packId;
    const verb = step === '1' || step === '2' || step === '3' ? 'other' : verbKey;
    const pair = JSON.stringify([pack, verb]);
    if (!pairs.has(pair) && pairs.size >= mostPairs) return { pack: 'other', verb: 'other' };
    pairs.add(pair);
    return { pack, verb };
  };
}
