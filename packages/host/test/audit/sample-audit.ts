import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEvent } from '@hcp/pipeline';
import { HcpError } from '@hcp/pipeline';
import { expect } from 'vitest';
import { type Audit, type AuditOptions, openAudit } from '../../src/audit/open-audit.js';

export type Values = Readonly<Record<string, unknown>>;

/** A home with an audit in it, and what has been opened there. */
export interface SampleAudit {
  readonly home: string;
  readonly directory: string;
  readonly notices: string[];
  readonly open: (options?: Partial<AuditOptions>) => Audit;
  readonly path: (name: string) => string;
  readonly text: (name?: string) => string;
  readonly records: (name?: string) => Values[];
  readonly names: () => string[];
  /** The markers of calls under way. */
  readonly markers: () => string[];
  readonly remove: () => Promise<void>;
}

export const firstFile = 'audit-000001.jsonl';

export function sampleAudit(home: string = mkdtempSync(join(tmpdir(), 'hcp-audit-'))): SampleAudit {
  const directory = join(home, 'audit');
  const opened: Audit[] = [];
  const notices: string[] = [];
  const path = (name: string): string => join(directory, name);
  const text = (name: string = firstFile): string => readFileSync(path(name), 'utf8');
  return {
    home,
    directory,
    notices,
    open: (options = {}) => {
      const audit = openAudit({
        directory,
        hmacKeyFile: join(home, 'audit-hmac.key'),
        now: () => new Date(),
        onNotice: (message) => notices.push(message),
        ...options,
      });
      opened.push(audit);
      return audit;
    },
    path,
    text,
    records: (name) =>
      text(name)
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Values),
    names: () => readdirSync(directory).filter((name) => name.endsWith('.jsonl')),
    markers: () => readdirSync(path('open')).filter((name) => name.includes('.')),
    remove: async () => {
      await Promise.allSettled(opened.map((audit) => audit.close()));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export function sampleEvent(event: AuditEvent['event'], callId: string, more: Partial<AuditEvent> = {}): AuditEvent {
  return {
    event,
    call_id: callId,
    parent: null,
    face: 'cli',
    session_id: 'default',
    principal: 'ada',
    tenant: 'local',
    project: null,
    pack_id: 'ledger',
    verb_key: 'transfer',
    args: { amount: 10, pin: '4711' },
    redacted_args: { amount: 10, pin: '[redacted]' },
    surface_sha256: 'a'.repeat(64),
    policy_sha256: 'b'.repeat(64),
    binding_mode: 'public',
    sandbox: 'native-local',
    step: event === 'intent' ? '6c' : '9',
    ok: event === 'outcome' ? true : null,
    error: null,
    exit_code: event === 'outcome' ? 0 : null,
    duration_ms: 1.5,
    traceparent: null,
    ...more,
  };
}

export async function runCall(audit: Audit, callId: string): Promise<void> {
  await audit.intent(sampleEvent('intent', callId));
  await audit.outcome(sampleEvent('outcome', callId));
}

export async function refusal(work: Promise<unknown>): Promise<HcpError> {
  const error: unknown = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(HcpError);
  return error as HcpError;
}

export const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
