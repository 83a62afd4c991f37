import type { AdapterOutcome, SandboxOutcome } from '@hcp/pipeline';
import { expect, test } from 'vitest';
import { createWrapAdapter } from '../src/index.js';
import { answeringSandbox, approvedCall, installedPack, minted, noNestedCalls } from './sample-call.js';
import { entry } from './sample-request.js';

function exited(exitCode: number, stdout: string, stderr: string): SandboxOutcome {
  return { end: 'exited', exitCode, stdout, stderr };
}

const cases: readonly (readonly [string, SandboxOutcome, AdapterOutcome])[] = [
  ['Exit 0 is ok with stdout unaltered.', exited(0, '{"a": 1}\n', ''), { ok: true, output: '{"a": 1}\n', exitCode: 0 }],
  ['Exit 0 without output is ok and empty.', exited(0, '', ''), { ok: true, output: '', exitCode: 0 }],
  [
    'Exit 0 with stderr is ok and keeps it apart.',
    exited(0, 'out', 'warning\n'),
    { ok: true, output: 'out', stderr: 'warning\n', exitCode: 0 },
  ],
  [
    'A failure says stderr verbatim.',
    exited(1, 'half', ' bad \n'),
    { ok: false, code: 'failed', started: true, error: ' bad \n', stdout: 'half', stderr: ' bad \n', exitCode: 1 },
  ],
  [
    'A silent failure says its exit code.',
    exited(3, '', ''),
    { ok: false, code: 'failed', started: true, error: 'exit 3', exitCode: 3 },
  ],
  [
    'A failure that wrote only to stdout says its exit code and keeps stdout.',
    exited(2, 'half', ''),
    { ok: false, code: 'failed', started: true, error: 'exit 2', stdout: 'half', exitCode: 2 },
  ],
  [
    'A signal death is a failure.',
    exited(137, '', ''),
    { ok: false, code: 'failed', started: true, error: 'exit 137', exitCode: 137 },
  ],
  [
    'An exit 127 of the program itself is a failure after the start.',
    exited(127, '', ''),
    { ok: false, code: 'failed', started: true, error: 'exit 127', exitCode: 127 },
  ],
  [
    'A refusal of the sandbox started nothing.',
    { end: 'refused', error: 'sandbox: bin "x" not allowlisted' },
    { ok: false, code: 'sandbox', started: false, error: 'sandbox: bin "x" not allowlisted' },
  ],
  ...[126, 127].map((exitCode): readonly [string, SandboxOutcome, AdapterOutcome] => [
    `A refusal with exit ${exitCode} started nothing and keeps the code.`,
    { end: 'refused', error: `exit ${exitCode}`, exitCode },
    { ok: false, code: 'sandbox', started: false, error: `exit ${exitCode}`, exitCode },
  ]),
  [
    'A timeout has no output.',
    { end: 'timed_out', error: 'timed out after 20 ms' },
    { ok: false, code: 'timed_out', started: true, error: 'timed out after 20 ms' },
  ],
  [
    'Too much output is no output.',
    { end: 'output_exceeded', error: 'output exceeded 10 bytes' },
    { ok: false, code: 'output_exceeded', started: true, error: 'output exceeded 10 bytes' },
  ],
  [
    'A cancelled call has no output.',
    { end: 'cancelled', error: 'cancelled' },
    { ok: false, code: 'cancelled', started: true, error: 'cancelled' },
  ],
  [
    'A call cancelled before the start started nothing.',
    { end: 'cancelled', error: 'cancelled', started: false },
    { ok: false, code: 'cancelled', started: false, error: 'cancelled' },
  ],
];

test.each(cases)('%s', async (_title, outcome, expected) => {
  const adapter = createWrapAdapter({ sandbox: answeringSandbox(outcome) });
  const rendered = adapter.render({ pack: installedPack, verbKey: 'transfer', verb: {}, entry, args: {} });
  expect(rendered.ok && (await rendered.run(approvedCall, minted, noNestedCalls))).toStrictEqual(expected);
});
