import { HcpError, type Principal, type Session } from '@hcp/pipeline';
import { isSessionName } from './session-file.js';

/** Profile P6. */
export const requireName = (name: string): void => {
  if (!isSessionName(name)) {
    throw new HcpError(
      'invalid_session_name',
      `${JSON.stringify(name)} is not a session name; use 1 to 64 of a-z, 0-9, ".", "_", "-".`,
    );
  }
};

export const requireOwnProject = (principal: Principal, projectId: string | null): void => {
  if (projectId !== null && !principal.projects.includes(projectId)) {
    throw new HcpError(
      'foreign_project',
      `project ${JSON.stringify(projectId)} is not one of ${principal.id}'s; those are: ` +
        `${principal.projects.join(', ') || 'none'}.`,
    );
  }
};

/** A session stays with its tenant and principal, and keeps its project while a pack is activated on it. */
export const requireSame = (session: Session, principal: Principal, projectId: string | null): void => {
  if (session.tenant !== principal.tenant || session.principal_id !== principal.id) {
    throw new HcpError(
      'foreign_session',
      `session ${session.id} belongs to ${session.principal_id} of tenant ${session.tenant}, not to ` +
        `${principal.id} of tenant ${principal.tenant}. Use another session name.`,
    );
  }
  if (projectId !== null && session.project_id !== projectId && session.activated.length > 0) {
    throw new HcpError(
      'session_project',
      `session ${session.id} has ${session.project_id === null ? 'no project' : `project ${session.project_id}`} ` +
        `and packs activated; use another session name for project ${projectId}.`,
    );
  }
};
