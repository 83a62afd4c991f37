import { expect, test } from 'vitest';
import { notifySparingly } from '../../src/authentication/notify-sparingly.js';

test('The same message is passed on once in ten seconds, others at once', () => {
  const said: string[] = [];
  let now = 0;
  const notify = notifySparingly(
    (message) => said.push(message),
    () => now,
  );
  for (const message of ['a', 'a', 'b', 'a']) {
    notify(message);
  }
  now = 9_999;
  notify('a');
  expect(said).toEqual(['a', 'b']);
  now = 10_000;
  notify('a');
  expect(said).toEqual(['a', 'b', 'a']);
});

test('Ever new messages are all passed on and not all remembered', () => {
  const said: string[] = [];
  const notify = notifySparingly(
    (message) => said.push(message),
    () => 0,
  );
  for (let turn = 0; turn < 1000; turn += 1) {
    notify(String(turn));
  }
  expect(said).toHaveLength(1000);
});
