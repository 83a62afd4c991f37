/** Numbers from 0 to below 1 that a seed repeats (mulberry32). */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = (random, list) => list[Math.floor(random() * list.length)];

export function shuffled(random, list) {
  const rest = [...list];
  return Array.from({ length: list.length }, () => rest.splice(Math.floor(random() * rest.length), 1)[0]);
}
