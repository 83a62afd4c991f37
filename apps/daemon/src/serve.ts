import { createDaemonHost, type DaemonHost, type Environment } from '@hcp/host';
import { createApp, type App } from './http/create-app.js';
import type { Service } from './http/service.js';
import { holdDaemonLock } from './life/daemon-lock.js';
import { openListeners } from './life/open-listeners.js';
import { watchReadiness } from './life/readiness.js';
import { requireMode } from './life/require-mode.js';
import { drainAtSignal } from './life/shutdown.js';
import { createCallScheduler } from './limits/call-scheduler.js';
import { boundConnections, type Connections } from './limits/connections.js';
import { fitDescriptors, openFilesLimit } from './limits/fit-descriptors.js';
import { createRateLimiter } from './limits/rate-limiter.js';
import { createCallMetrics } from './metrics/call-metrics.js';
import type { Settings } from './settings.js';
import { writeLine } from './write-line.js';

/** Serves one home until a signal ends it. Throws `HcpError` for what keeps it from starting. */
export async function serve(asked: Settings, environment: Environment): Promise<void> {
  const { limits, lowered } = fitDescriptors(asked.limits, openFilesLimit());
  const settings = { ...asked, limits };
  const connections = boundConnections(settings.limits.maxConnections);
  const { requestTimeoutMs } = settings.limits;
  const app = createApp({ connections, requestTimeoutMs, log: (line) => writeLine(2, line) });
  const { log } = app.fastify;
  if (lowered !== undefined) log.warn(lowered);
  const host = createDaemonHost({
    ...environment,
    ownsProcess: true,
    onNotice: ({ callId, message }) => log.warn(callId === '' ? {} : { call_id: callId }, message),
  });
  try {
    await requireMode(host);
    const lock = await holdDaemonLock(host.home);
    try {
      await run({ settings, host, app, connections });
    } finally {
      await host.close();
      await lock.release();
    }
  } finally {
    await app.fastify.close();
  }
}

interface Parts {
  readonly settings: Settings;
  readonly host: DaemonHost;
  readonly app: App;
  readonly connections: Connections;
}

async function run({ settings, host, app, connections }: Parts): Promise<void> {
  const { log } = app.fastify;
  const abandonment = new AbortController();
  const service = await createService(settings, { host, app, abandon: abandonment.signal });
  // A broken audit keeps the daemon from being ready, not from saying so.
  await host.recover().catch((error: unknown) => log.error(`not recovered: ${String(error)}`));
  await service.readiness.ready();
  await app.useService(service);
  const listeners = await openListeners({ settings, home: host.home, createServer: app.createServer });
  const drained = drainAtSignal({
    ...service,
    abandon: () => abandonment.abort(),
    graceMs: settings.limits.graceMs,
    log: (message) => log.info(message),
  });
  log.info({ listening: listeners.listening }, 'ready');
  writeLine(1, `${JSON.stringify({ listening: listeners.listening })}\n`);
  await drained;
  listeners.close();
  connections.destroyAll();
  log.info('ended');
}

interface ServiceParts {
  readonly host: DaemonHost;
  readonly app: App;
  readonly abandon: AbortSignal;
}

async function createService({ limits }: Settings, { host, app, abandon }: ServiceParts): Promise<Service> {
  const now = (): number => performance.now();
  const { log } = app.fastify;
  const scheduler = createCallScheduler(limits);
  return {
    host,
    ports: await host.ports(),
    scheduler,
    principalRate: createRateLimiter({ rate: limits.rate, burst: limits.burst, now }),
    peerRate: createRateLimiter({ rate: limits.unauthenticatedRate, burst: limits.unauthenticatedBurst, now }),
    metrics: createCallMetrics(scheduler),
    readiness: watchReadiness({
      unready: host.unready,
      onChange: (reason) => (reason === undefined ? log.info('ready again') : log.error(`not ready: ${reason}`)),
      now,
    }),
    abandon,
  };
}
