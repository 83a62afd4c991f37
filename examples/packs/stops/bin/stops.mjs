#!/usr/bin/env node
/** Stops by name: `stops find <name>`. */
const stops = [
  { id: 'harbour', name: 'Harbour' },
  { id: 'market', name: 'Market Square' },
  { id: 'station', name: 'Central Station' },
  { id: 'university', name: 'University' },
  { id: 'airport', name: 'Airport' },
  { id: 'lake', name: 'Lakeside' },
];

const [verb, name = ''] = process.argv.slice(2, -1); // The last word is --json.
if (verb === 'find') {
  const wanted = name.toLowerCase();
  console.log(JSON.stringify({ stops: stops.filter((stop) => stop.name.toLowerCase().includes(wanted)) }));
} else {
  console.error(`stops: unknown verb "${verb}"; the verb is find`);
  process.exitCode = 2;
}
