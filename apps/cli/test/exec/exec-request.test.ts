import { describe, expect, it } from 'vitest';
import { parseExec } from '../../src/exec/exec-request.js';

const plain = { session: 'default', project: undefined, dryRun: false, verbose: false };

describe('parseExec', () => {
  it('reads pack, verb and arguments, with flags anywhere before --', () => {
    expect(parseExec(['ledger', 'list'])).toEqual({
      source: 'words',
      packId: 'ledger',
      verbKey: 'list',
      args: [],
      options: plain,
    });
    expect(
      parseExec([
        '--session',
        's',
        'ledger',
        '--project=p',
        'list',
        '--dry-run',
        '--verbose',
        '--',
        '--session=x',
        'k=v',
      ]),
    ).toEqual({
      source: 'words',
      packId: 'ledger',
      verbKey: 'list',
      args: [
        { name: '--session', text: 'x' },
        { name: 'k', text: 'v' },
      ],
      options: { session: 's', project: 'p', dryRun: true, verbose: true },
    });
  });

  it('reads the other two forms', () => {
    expect(parseExec(['--envelope', '-'])).toEqual({ source: 'envelope', from: '-', options: plain });
    expect(parseExec(['--envelope=a b'])).toEqual({ source: 'envelope', from: 'a b', options: plain });
    expect(parseExec(['--jsonl', '--session=s'])).toEqual({ source: 'lines', options: { ...plain, session: 's' } });
  });

  it.each([
    [['--help']],
    [['-h']],
    [['--sesion', 'x', 'a', 'b']],
    [['a', 'b', '--session']],
    [['--jsonl=1']],
    [['--session', '-x', 'a', 'b']],
  ])('leaves %j to the full program', (words) => {
    expect(parseExec(words)).toBeUndefined();
  });

  it.each([
    [[], 'a pack id is missing'],
    [['ledger'], 'a verb key is missing'],
    [['ledger', 'list', 'k=v'], 'there is a word too many'],
    [['--session', 'a', '--session', 'b', 'p', 'v'], '--session is given twice'],
    [['--jsonl', '--envelope', '-'], '--envelope and --jsonl exclude each other'],
    [['--jsonl', 'ledger'], '--jsonl takes no pack, verb or arguments: they stand in the envelope'],
    [['--envelope', '-', '--', 'k=v'], '--envelope takes no pack, verb or arguments: they stand in the envelope'],
    [['ledger', 'list', '--', 'k'], 'argument "k" is not k=v'],
  ])('refuses %j', (words, message) => {
    expect(() => parseExec(words)).toThrow(message);
  });
});
