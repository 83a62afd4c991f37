import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grantsCapability, isGrant } from '../src/index.js';

const word = fc.stringMatching(/^[a-z0-9_-]{1,6}$/);
const capability = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join('.'));

describe('grantsCapability', () => {
  test.each([
    ['ledger.read', 'ledger.read'],
    ['ledger.*', 'ledger.read'],
    ['ledger.*', 'ledger.transfer.small'],
    ['ledger.transfer.*', 'ledger.transfer.small'],
    ['*.read', 'ledger.read'],
    ['*.read', 'ledger.accounts.read'],
    ['*', 'ledger.read'],
    ['*', 'x'],
  ])('%j covers %j.', (grant, needed) => {
    expect(grantsCapability([grant], needed)).toBe(true);
    expect(grantsCapability(['other.x', grant], needed)).toBe(true);
  });

  test.each([
    ['ledger.*', 'ledger'],
    ['ledger.*', 'ledger.'],
    ['ledger.*', 'ledgerx.read'],
    ['ledger.*', 'Ledger.read'],
    ['ledger.*', 'x.ledger.read'],
    ['*.read', 'read'],
    ['*.read', '.read'],
    ['*.read', 'ledger.xread'],
    ['*.read', 'ledger.read.all'],
    ['*.read', 'ledger.READ'],
    ['ledger*', 'ledger.read'],
    ['ledger*', 'ledgerx'],
    ['*read', 'ledger.read'],
    ['*ledger.read', 'ledger.read'],
    ['ledger.*.read', 'ledger.accounts.read'],
    ['*.*', 'ledger.read'],
    ['*.accounts.*', 'ledger.accounts.read'],
    ['**', 'ledger.read'],
    ['.*', '.read'],
    ['*.', 'ledger.'],
    ['', ''],
    ['', 'ledger.read'],
    ['ledger.?ead', 'ledger.read'],
    ['ledger.rea[d]', 'ledger.read'],
    [' ledger.read', 'ledger.read'],
    ['ledger.read', 'ledger.read '],
    ['ledger.read\n', 'ledger.read'],
    ['ledger_read', 'ledger.read'],
  ])('%j does not cover %j.', (grant, needed) => {
    expect(grantsCapability([grant], needed)).toBe(false);
  });

  test('The empty list covers nothing.', () => {
    fc.assert(fc.property(capability, (needed) => !grantsCapability([], needed)));
  });

  test('A grant covers what it says and a list covers what one of its grants does.', () => {
    fc.assert(
      fc.property(fc.array(capability), capability, (grants, needed) => {
        expect(grantsCapability(grants, needed)).toBe(grants.includes(needed));
        expect(grantsCapability([...grants, needed], needed)).toBe(true);
      }),
    );
  });

  test('<prefix>.* covers exactly what continues the prefix, and *.<suffix> what ends in it.', () => {
    fc.assert(
      fc.property(capability, capability, (part, needed) => {
        expect(grantsCapability([`${part}.*`], needed)).toBe(needed.startsWith(`${part}.`));
        expect(grantsCapability([`*.${part}`], needed)).toBe(needed.endsWith(`.${part}`));
        expect(grantsCapability([`${part}.*`, `*.${part}`], `${part}.${part}`)).toBe(true);
      }),
    );
  });
});

describe('isGrant', () => {
  test.each(['*', 'ledger.read', 'ledger.*', '*.read', 'a', 'a:b', '*.a.b', 'a.b.*'])('%j is a grant.', (text) => {
    expect(isGrant(text)).toBe(true);
  });

  test.each([
    '',
    ' ',
    '**',
    '*.*',
    '.*.',
    '*.',
    '.*x',
    'a*',
    '*a',
    'a.*.b',
    '*.a.*',
    'a b',
    'a\n',
    'é',
    'a\0',
    '\u202e',
  ])('%j is no grant.', (text) => {
    expect(isGrant(text)).toBe(false);
  });

  test('A text that is no grant covers nothing, whatever is asked.', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.oneof(capability, fc.string()), (text, needed) => {
        expect(!isGrant(text) && grantsCapability([text], needed)).toBe(false);
      }),
    );
  });
});
