import { describe, expect, it } from 'vitest';
import { parseAddress } from '../src/parse-address.js';
import { parseCommandLine } from '../src/parse-command-line.js';
import { limitFlags } from '../src/settings.js';
import { UsageError } from '../src/usage-error.js';

describe('parseAddress', () => {
  it.each([
    ['127.0.0.1:0', '127.0.0.1', 0],
    ['127.8.9.10:65535', '127.8.9.10', 65535],
    ['localhost:80', '127.0.0.1', 80],
    ['[::1]:7411', '::1', 7411],
  ])('takes %s', (text, host, port) => expect(parseAddress(text)).toEqual({ host, port }));

  it.each([
    '0.0.0.0:80',
    '[::]:80',
    '192.168.1.1:80',
    'example.org:80',
    '::1:80',
    '127.0.0.1',
    '127.0.0.1:',
    ':80',
    '127.0.0.1:65536',
    '127.0.0.1:-1',
    '127.1:80',
    '[127.0.0.1]:80',
    '127.0.0.1.example.org:80',
    '[::ffff:192.168.1.1]:80',
    '',
    'LOCALHOST.:80',
  ])('refuses %s', (text) => expect(() => parseAddress(text)).toThrow(UsageError));
});

describe('parseCommandLine', () => {
  it('has a default for everything', () => {
    expect(parseCommandLine([])).toEqual({
      settings: {
        listen: undefined,
        socket: undefined,
        socketMode: 0o600,
        limits: Object.fromEntries(limitFlags.map(({ setting, byDefault }) => [setting, byDefault])),
      },
    });
  });

  it('reads every flag', () => {
    const counts = limitFlags.map(({ name }, at) => `--${name}=${at + 1}`);
    expect(
      parseCommandLine(['--listen', '[::1]:1', '--socket', '/run/x.sock', '--socket-mode', '660', ...counts]),
    ).toEqual({
      settings: {
        listen: { host: '::1', port: 1 },
        socket: '/run/x.sock',
        socketMode: 0o660,
        limits: Object.fromEntries(limitFlags.map(({ setting }, at) => [setting, at + 1])),
      },
    });
    expect(parseCommandLine(['--help', '--version'])).toEqual({ show: 'help' });
    expect(parseCommandLine(['--version'])).toEqual({ show: 'version' });
  });

  it.each([
    ['an unknown flag', ['--port', '80']],
    ['a word too many', ['serve']],
    ['a flag without its value', ['--listen']],
    ['a flag twice', ['--rate', '1', '--rate', '2']],
    ['zero', ['--max-running', '0']],
    ['a fraction', ['--rate', '1.5']],
    ['no number', ['--grace-ms', 'long']],
    ['more than a timer can wait', ['--grace-ms', '2147483648']],
    ['an empty socket', ['--socket', '']],
    ['a mode that is none', ['--socket-mode', '888']],
    ['a mode with more bits', ['--socket-mode', '4777']],
    ['a value for a switch', ['--help=yes']],
  ])('refuses %s, naming it', (_what, argv) => {
    expect(() => parseCommandLine(argv)).toThrow(UsageError);
    expect(() => parseCommandLine(argv)).toThrow(argv[0]?.split('=')[0] ?? '');
  });
});
