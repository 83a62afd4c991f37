import { expect, test } from 'vitest';
import { tokenVariable } from '../../src/mothership/exchange-settings.js';
import { settingsOf } from './open-mothership.js';

test.each([
  ['ledger', 'LEDGER_TOKEN'],
  ['my-ledger.v2', 'MY_LEDGER_V2_TOKEN'],
  ['2fa', '_2FA_TOKEN'],
  ['', '_TOKEN'],
  ['é/..', '__TOKEN'],
  [undefined, 'ACCESS_TOKEN'],
])('the token of family %j goes into %s', (family, variable) => {
  expect(tokenVariable(settingsOf('https://issuer.example'), family)).toBe(variable);
});

test('the operator may name another variable', () => {
  expect(tokenVariable(settingsOf('https://issuer.example', { variable: 'GH_TOKEN' }), 'ledger')).toBe('GH_TOKEN');
});
