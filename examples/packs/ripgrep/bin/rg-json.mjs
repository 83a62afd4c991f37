#!/usr/bin/env node
/**
 * One JSON document for what `rg --json` prints line by line, and no failure where nothing matches.
 * One file on purpose: the runtime pins the digest of the program it starts, not of what that program imports.
 */
import { spawnSync } from 'node:child_process';

const [folder = '', ...rest] = process.argv.slice(2).filter((word) => word !== '--json');
const options = new Map(rest.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
const limit = Number(options.get('--limit') ?? 200);
const glob = options.has('--glob') ? [`--glob=${options.get('--glob')}`] : [];

const words = [
  '--json',
  '--no-config',
  '--sort=path',
  ...glob,
  `--regexp=${options.get('--regexp') ?? ''}`,
  '--',
  folder,
];
const { error, status, stdout, stderr } = spawnSync('rg', words, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
if (error !== undefined || status > 1) {
  process.stderr.write(error === undefined ? stderr : `rg-json: rg cannot be run: ${error.message}\n`);
  process.exit(1);
}

const textOf = (value) => value.text ?? Buffer.from(value.bytes, 'base64').toString('utf8');
const found = stdout
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
  .filter(({ type }) => type === 'match')
  .map(({ data }) => ({
    path: textOf(data.path),
    line: data.line_number,
    text: textOf(data.lines).replace(/\r?\n$/, ''),
  }));
process.stdout.write(`${JSON.stringify({ matches: found.slice(0, limit), complete: found.length <= limit })}\n`);
