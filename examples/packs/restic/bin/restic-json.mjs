#!/usr/bin/env node
/**
 * restic with its repository in HOME, and one JSON document for what it prints line by line. The password comes in the
 * environment and stays there. One file on purpose: the runtime pins the digest of the program it starts.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const argv = process.argv.slice(2).filter((word) => word !== '--json');
const [command = '', target] = argv;
const cache = ['--cache-dir', join(process.env.HOME ?? '', 'cache')];
const words = ['--json', '--repo', join(process.env.HOME ?? '', 'repository'), ...cache];
// What begins with "-" was refused before, and behind "--" it would be a name all the same.
const { error, status, stdout, stderr } = spawnSync('restic', [...words, command, ...(target ? ['--', target] : [])], {
  encoding: 'utf8',
  maxBuffer: 256 * 1024 * 1024,
});
if (error !== undefined || status !== 0) {
  process.stderr.write(error === undefined ? stderr : `restic-json: restic cannot be run: ${error.message}\n`);
  process.exit(1);
}

const parse = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    // Older versions say some things in words even with --json.
    return { message: line };
  }
};
const documents = stdout
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map(parse);
const answers = {
  backup: () => documents.findLast((document) => document.message_type === 'summary') ?? { documents },
  snapshots: () => ({ snapshots: documents.flat() }),
  ls: () => ({ snapshot: documents[0], files: documents.slice(1) }),
};
const answer = Object.hasOwn(answers, command) ? answers[command]() : { documents };
process.stdout.write(`${JSON.stringify(answer)}\n`);
