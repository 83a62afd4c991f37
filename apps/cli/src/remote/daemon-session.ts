import { HcpError } from '@hcp/pipeline';
import { daemonMessage } from './daemon-message.js';
import type { DaemonAnswer, DaemonClient } from './daemon-client.js';

/** The session of one command line at a daemon. */
export interface DaemonSession {
  readonly id: string;
  /** Activates a pack where the session is this command line's own; a given one stays as it is. */
  readonly use: (packId: string, signal: AbortSignal) => Promise<void>;
  /** Ends a session that was made here. */
  readonly end: () => Promise<void>;
}

export interface SessionWish {
  /** An existing session; without one, one is made for this command line and ended with it. */
  readonly id: string | undefined;
  readonly projectId: string | undefined;
}

/** Throws HcpError `daemon_refused` where no session can be had. */
export async function openSession(daemon: DaemonClient, wish: SessionWish): Promise<DaemonSession> {
  if (wish.id !== undefined) return { id: wish.id, use: () => Promise.resolve(), end: () => Promise.resolve() };
  const made = await daemon.ask({
    method: 'POST',
    path: '/v1/sessions',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ project_id: wish.projectId ?? null }),
  });
  requireStatus(made, 201);
  const { id } = JSON.parse(made.text) as { readonly id: string };
  const path = `/v1/sessions/${encodeURIComponent(id)}`;
  const used = new Set<string>();
  return {
    id,
    use: async (packId, signal) => {
      if (used.has(packId)) return;
      const answer = await daemon.ask({ method: 'PUT', path: `${path}/packs/${encodeURIComponent(packId)}`, signal });
      // An unknown pack is for the call itself to refuse, in the words of step 1.
      if (answer.status !== 404) requireStatus(answer, 204);
      used.add(packId);
    },
    end: async () => {
      await daemon.ask({ method: 'DELETE', path });
    },
  };
}

function requireStatus(answer: DaemonAnswer, status: number): void {
  if (answer.status !== status) throw new HcpError('daemon_refused', daemonMessage(answer));
}
