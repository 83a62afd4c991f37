// Measures several things by turns in one run, so that whatever else the machine does meets all of them alike.

/** Calls each function `rounds` times by turns (after `warmUp` turns) and answers the median of each in milliseconds. */
export async function alternatingMedians(subjects, { rounds, warmUp = Math.ceil(rounds / 10) }) {
  const names = Object.keys(subjects);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of names) {
      const start = performance.now();
      await subjects[name]();
      if (round >= 0) times[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** One line of a report: a figure, what it is measured against, and whether it is within its bound. */
export function verdict(title, value, bound, unit = '') {
  const good = bound.atMost === undefined ? value >= bound.atLeast : value <= bound.atMost;
  const limit = bound.atMost === undefined ? `at least ${bound.atLeast}${unit}` : `at most ${bound.atMost}${unit}`;
  process.stdout.write(`${good ? 'ok  ' : 'MISS'} ${title}: ${value.toFixed(3)}${unit} (${limit})\n`);
  return good;
}
