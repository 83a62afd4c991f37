import type { LockEntry } from '../../src/packs/packs-lock.js';

/** An installed pack as the lock file has it, whose folder nobody looks at. */
export const installedEntry: LockEntry = {
  root: '/packs/any',
  surface_sha256: '0'.repeat(64),
  policy_sha256: '0'.repeat(64),
  skill_sha256: null,
  bin: null,
  declared: {
    name: null,
    land: 'device',
    meta: { hcp: 1, pack_id: 'any', adapter_kind: 'composite' },
    verbs: {},
    rules: [],
  },
  installed_at: '2026-01-01T00:00:00.000Z',
  validated_by: '0.1.0',
};
