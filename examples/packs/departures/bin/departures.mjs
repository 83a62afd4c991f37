#!/usr/bin/env node
/** Departures of the day from a stop: `departures next <stop> <after>`. */
const lines = [
  { line: '1', every: 20, first: 360, stops: ['harbour', 'market', 'station'], minutes: [0, 6, 13] },
  { line: '2', every: 30, first: 375, stops: ['station', 'university', 'airport'], minutes: [0, 8, 24] },
  { line: '3', every: 60, first: 390, stops: ['market', 'lake'], minutes: [0, 25] },
];
const lastDeparture = 23 * 60;

const clock = (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The first run of a line that leaves the stop at or after a minute of the day, and where it calls behind it. */
function nextRun({ line, every, first, stops, minutes }, stop, after) {
  const at = stops.indexOf(stop);
  if (at < 0 || at === stops.length - 1) return [];
  const wait = Math.max(0, Math.ceil((after - minutes[at] - first) / every));
  const start = first + wait * every;
  if (start > lastDeparture) return [];
  const calls = stops.slice(at + 1).map((id, n) => ({ stop: id, arrives: clock(start + minutes[at + 1 + n]) }));
  return [{ line, departs: clock(start + minutes[at]), calls }];
}

const [verb, stop, time = ''] = process.argv.slice(2, -1); // The last word is --json.
const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
if (verb !== 'next') {
  console.error(`departures: unknown verb "${verb}"; the verb is next`);
  process.exitCode = 2;
} else if (!lines.some(({ stops }) => stops.includes(stop))) {
  console.error(`departures: there is no stop "${stop}"; look its id up with stops find`);
  process.exitCode = 1;
} else if (hours === undefined) {
  console.error(`departures: "${time}" is no time; write it as 08:30`);
  process.exitCode = 1;
} else {
  const after = Number(hours) * 60 + Number(minutes);
  console.log(JSON.stringify({ departures: lines.flatMap((line) => nextRun(line, stop, after)) }));
}
