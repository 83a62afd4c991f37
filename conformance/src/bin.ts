#!/usr/bin/env node
import { main } from './main.js';

const interruption = new AbortController();
// The first signal ends the run with what it has; a second one ends this program as signals do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  signal: interruption.signal,
});
