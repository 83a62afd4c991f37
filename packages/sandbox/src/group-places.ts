import { openCallGroups, removeDeadGroups } from './call-groups.js';
import { DEFAULT_LIMITS } from './jail-settings.js';
import { ownGroupPlaces, type GroupPlace } from './limit-cgroup.js';

let proven: Promise<readonly GroupPlace[]> | undefined;
let trials = 0;

async function isUsable(place: GroupPlace): Promise<boolean> {
  trials += 1;
  try {
    const groups = openCallGroups([place], { callId: `trial-${trials}`, limits: DEFAULT_LIMITS, helpers: 0 });
    return (await groups.remove()) === undefined;
  } catch {
    // The system said no, or that there is no such limit: what it says is what is asked here.
    return false;
  }
}

async function prove(): Promise<readonly GroupPlace[]> {
  const places: GroupPlace[] = [];
  for (const place of ownGroupPlaces()) if (await isUsable(place)) places.push(place);
  await removeDeadGroups(places);
  return places;
}

/** Where groups for calls were made and removed on trial, once per process; what dead hosts have left there is removed. */
export function groupPlaces(): Promise<readonly GroupPlace[]> {
  return (proven ??= prove());
}
