import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;
/** Node closes these in every child, whatever they are. */
const CLOSED_BY_NODE = 15;

const buffer = Buffer.alloc(256);

/** Whether a descriptor of this process is handed down to every program it starts; `false` for one that is not open. */
function isHandedDown(descriptor: number): boolean {
  let information: number | undefined;
  try {
    information = openSync(`/proc/self/fdinfo/${descriptor}`, 'r');
    const text = buffer.toString('latin1', 0, readSync(information, buffer, 0, buffer.length, null));
    const flags = /^flags:\s*([0-7]+)$/m.exec(text)?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  } finally {
    if (information !== undefined) closeSync(information);
  }
}

function listHandedDown(): number[] {
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((descriptor) => descriptor > CLOSED_BY_NODE && isHandedDown(descriptor));
  } catch {
    return [];
  }
}

let inherited: readonly number[] | undefined;
let owned = false;
let nothing: number | undefined;

/**
 * What this process was started with beyond the standard streams is used by nobody in it, so it is closed at the first
 * start instead of being covered up at each.
 */
export function ownDescriptors(): void {
  owned = true;
}

function closed(descriptors: readonly number[]): readonly number[] {
  for (const descriptor of descriptors) closeSync(descriptor);
  return [];
}

/**
 * The descriptors above the low ones that this process was started with and would hand down. Read once: what Node opens itself it never hands down. Those closed meanwhile are left out, because their
 * numbers may be in use for something else. None where there is no `/proc`.
 */
export function inheritedDescriptors(): readonly number[] {
  inherited = inherited?.filter(isHandedDown) ?? (owned ? closed(listHandedDown()) : listHandedDown());
  return inherited;
}

/**
 * What a child gets of Node: stdin at EOF, two pipes, then the handed ones, and `/dev/null` in the place of whatever it
 * would inherit beyond.
 */
export function childDescriptors(handed: readonly number[] = []): ('ignore' | 'pipe' | number)[] {
  const descriptors: ('ignore' | 'pipe' | number)[] = ['ignore', 'pipe', 'pipe', ...handed];
  const places = inheritedDescriptors();
  if (places.length === 0) return descriptors;
  nothing ??= openSync('/dev/null', 'r+');
  while (descriptors.length <= Math.max(...places)) descriptors.push('ignore');
  for (const place of places) descriptors[place] = nothing;
  return descriptors;
}
