import type { DaemonHost } from '@hcp/host';
import type { Ports } from '@hcp/pipeline';
import type { CallScheduler } from '../limits/call-scheduler.js';
import type { RateLimiter } from '../limits/rate-limiter.js';
import type { Readiness } from '../life/readiness.js';
import type { CallMetrics } from '../metrics/call-metrics.js';

/** What the routes stand on. */
export interface Service {
  readonly host: DaemonHost;
  readonly ports: Ports;
  readonly scheduler: CallScheduler;
  /** By {@link ownerOf}. */
  readonly principalRate: RateLimiter;
  /** By peer, for requests without a valid token. */
  readonly peerRate: RateLimiter;
  readonly metrics: CallMetrics;
  readonly readiness: Readiness;
  /** Ends every running call when aborted. */
  readonly abandon: AbortSignal;
}
