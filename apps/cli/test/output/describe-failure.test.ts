import { HcpError } from '@hcp/pipeline';
import { expect, it } from 'vitest';
import { describeFailure } from '../../src/output/describe-failure.js';
import { UsageError } from '../../src/usage-error.js';

it('says a usage mistake with its hint and status 2', () => {
  expect(describeFailure(new UsageError('a word is missing', 'write one'))).toEqual({
    code: 'usage',
    message: 'a word is missing; write one',
    text: 'a word is missing; write one',
    status: 2,
    stack: undefined,
  });
});

it('says a fault of the environment by its own message, each line of it escaped', () => {
  const failure = describeFailure(new HcpError('corrupt', 'config.json\n is \u001b[31mcorrupt'));
  expect(failure).toEqual({
    code: 'corrupt',
    message: 'config.json\n is \u001b[31mcorrupt',
    text: 'config.json\n is \\u001b[31mcorrupt',
    status: 1,
    stack: undefined,
  });
});

it('names an unexpected error and quotes nothing of its message, which may hold a secret', () => {
  const error = Object.assign(new TypeError('bad token s3cret-value\n    at s3cret-value'), { code: 'EBAD' });
  const failure = describeFailure(error);
  expect(failure.message).toBe('unexpected TypeError EBAD; run again with --verbose to see where');
  expect(failure.stack).toContain('describe-failure.test');
  expect(describeFailure('s3cret-value').message).not.toContain('s3cret');
});
