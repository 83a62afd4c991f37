import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJailStatus } from '../src/jail-status.js';

test('the head of the jail and the exit code are read from the documents that carry them', () => {
  const text = '{ "child-pid": 10532, "net-namespace": 4026532183 }\n{ "exit-code": 137 }\n';
  expect(parseJailStatus(text)).toEqual({ first: 10532, exitCode: 137 });
  expect(parseJailStatus('{ "child-pid": 7 }\n')).toEqual({ first: 7 });
  expect(parseJailStatus('{ "child-pid": 7 }\n{ "exit-co')).toEqual({ first: 7 });
  expect(parseJailStatus('{ "exit-code": "0" }\nnull\n[]\n')).toEqual({});
});

test('nothing that may be written there throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseJailStatus(text)));
});
