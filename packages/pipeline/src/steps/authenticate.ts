import type { Principal } from '../principal.js';
import { refuse } from '../refusals.js';
import type { Authenticated, Governed, Step } from '../state.js';

/** §6.3 step 4: who the call is for, in which tenant and, where results land in a brain, which project. */
export const authenticate: Step<Governed, Authenticated> = {
  reaches: 'authenticated',
  async run(state, ports) {
    const principal = await ports.authenticator.authenticate(state.caller);
    if (principal === undefined || principal.id === '') return refuse('unauthenticated');
    if (!isPrincipal(principal)) throw new TypeError('the authenticator answered no principal');
    if (principal.tenant === '') return refuse('tenant_unresolved');
    const { session } = state;
    if (session.tenant !== principal.tenant || session.principal_id !== principal.id) return refuse('foreign_session');
    const projectId = projectOf(state, principal);
    if (projectId !== null && !principal.projects.includes(projectId)) return refuse('foreign_project', projectId);
    if (projectId === null && state.pack.policy.land === 'brain') return refuse('project_required');
    return { ...state, stage: 'authenticated', principal, projectId };
  },
  onFault: () => refuse('unauthenticated'),
};

function isPrincipal({ id, tenant, projects, capabilities }: Principal): boolean {
  return typeof id === 'string' && typeof tenant === 'string' && Array.isArray(projects) && Array.isArray(capabilities);
}

/** Profile P6: the call's own, else the session's, else the principal's only one. */
function projectOf(state: Governed, principal: Principal): string | null {
  const named = state.caller.projectId ?? state.session.project_id;
  if (named !== null) return named;
  return principal.projects.length === 1 ? (principal.projects[0] ?? null) : null;
}
