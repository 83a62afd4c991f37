import type { Session } from '@hcp/pipeline';
import { isPackId } from '../packs/pack-id.js';
import { closed, isString, isText, listOf, orNull, type JsonObject } from '../state/shape.js';
import type { StateFormat } from '../state/state-file.js';

const name = /^[a-z0-9._-]{1,64}$/;

/** Profile P6: the name of a command-line session. With `.json` behind it every such name stays in its folder. */
export const isSessionName = (text: string): boolean => name.test(text);

const httpId = /^[0-9a-f]{32}$/;

/** Profile P6: the id of a session over HTTP, 128 random bits that this runtime made. */
export const isHttpSessionId = (text: string): boolean => httpId.test(text);

const time = isText('an RFC 3339 time', (text) => !Number.isNaN(Date.parse(text)));

/** One session file (profile P6, P10). */
export const sessionFormat: StateFormat<Session> = {
  shape: closed({
    id: isText('a session name', isSessionName),
    tenant: isString,
    principal_id: isString,
    project_id: orNull(isString),
    activated: listOf(isText('a pack id', isPackId)),
    expires_at: orNull(time),
  }),
  versionOptional: false,
  decode: (value) => value as unknown as Session,
};

export const sessionMembers = (session: Session): JsonObject => ({ ...session });

/** Whether the session has ended at `now`, milliseconds since the epoch. */
export const isExpired = (session: Session, now: number): boolean =>
  session.expires_at !== null && Date.parse(session.expires_at) <= now;
