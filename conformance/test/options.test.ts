import { describe, expect, it } from 'vitest';
import { parseOptions, UsageError } from '../src/options.js';

const parse = (...words: readonly string[]): ReturnType<typeof parseOptions> => parseOptions(words);

describe('parseOptions', () => {
  it('reads a run', () => {
    const words = ['--driver', 'node "my driver.mjs"', '--only', '6.4', '--only', 'P3', '--jobs', '4'];
    expect(parse(...words, '--reporter', 'tap', '--allow-skip', '6.1/a', '--allow-unsupported')).toEqual({
      command: 'run',
      through: { driver: ['node', 'my driver.mjs'] },
      only: ['6.4', 'P3'],
      reporter: 'tap',
      allowSkip: ['6.1/a'],
      allowUnsupported: true,
      jobs: 4,
      mode: 'native-local',
    });
    expect(parse('--cli', './hcp')).toMatchObject({ through: { cli: './hcp' }, reporter: 'summary', jobs: 2 });
  });

  it('reads both faces of the product, and finds hcp beside hcpd', () => {
    expect(parse('--daemon', './bin/hcpd')).toMatchObject({ through: { daemon: './bin/hcpd', hcp: 'bin/hcp' } });
    expect(parse('--daemon', 'hcpd')).toMatchObject({ through: { daemon: 'hcpd', hcp: 'hcp' } });
    expect(parse('--daemon', 'a/hcpd', '--hcp', 'b/hcp')).toMatchObject({
      through: { daemon: 'a/hcpd', hcp: 'b/hcp' },
    });
    expect(parse('--twin')).toMatchObject({ through: { twin: { cli: 'hcp', daemon: 'hcpd' } } });
    expect(parse('--twin', '--daemon', '/a/hcpd')).toMatchObject({ through: { twin: { cli: '/a/hcp' } } });
    expect(parse('--twin', '--cli', 'x', '--daemon', 'y')).toMatchObject({
      through: { twin: { cli: 'x', daemon: 'y' } },
    });
  });

  it('reads the other commands', () => {
    expect(parse('--help', '--cli', 'x')).toEqual({ command: 'help' });
    expect(parse('--list', '--only', 'P1')).toEqual({ command: 'list', only: ['P1'] });
    expect(parse('--coverage')).toEqual({ command: 'coverage' });
    expect(parse('pack', './p', '--hcp', 'hcp')).toMatchObject({ command: 'pack', dir: './p', hcp: 'hcp' });
  });

  it.each([
    [[]],
    [['--driver', 'a', '--cli', 'b']],
    [['--driver', 'a', '--driver', 'b']],
    [['--driver', 'a "b']],
    [['--driver', '']],
    [['--cli', '']],
    [['--cli', 'x', '--reporter', 'html']],
    [['--cli', 'x', '--jobs', '0']],
    [['--cli', 'x', '--mode', 'docker']],
    [['--cli', 'x', '--jobs', '1.5']],
    [['--cli', 'x', '--hcp', 'y']],
    [['--cli', 'x', '--daemon', 'y']],
    [['--daemon', 'x', '--driver', 'y']],
    [['--daemon', '']],
    [['--twin', '--driver', 'x']],
    [['--twin', '--daemon', 'x', '--hcp', 'y']],
    [['--driver', 'x', '--credential', 'y']],
    [['--frobnicate']],
    [['--only']],
    [['run']],
    [['pack']],
    [['pack', 'a']],
    [['pack', 'a', 'b', '--hcp', 'x']],
    [['pack', 'a', '--hcp', 'x', '--cli', 'y']],
    [['--list', '--cli', 'x']],
  ])('refuses %j', (words) => {
    expect(() => parse(...words)).toThrow(UsageError);
  });
});
