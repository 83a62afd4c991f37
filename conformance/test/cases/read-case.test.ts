import { describe, expect, it } from 'vitest';
import { readCase } from '../../src/cases/read-case.js';
import type { ExecCase } from '../../src/cases/conformance-case.js';

const call = {
  clauses: ['6.1'],
  title: 'A call',
  packs: ['demo'],
  envelope: { pack_id: 'demo', verb_key: 'list' },
  expect: { envelope: { ok: true }, ran: true },
};
const read = (more: object = {}): ExecCase => readCase('6.1/call', JSON.stringify({ ...call, ...more })) as ExecCase;

describe('readCase', () => {
  it('fills in what a case leaves out', () => {
    expect(read()).toMatchObject({
      op: 'exec',
      session: { id: 's1', tenant: 'acme', principal_id: 'ada', project_id: null, activated: ['demo'] },
      principal: { id: 'ada', tenant: 'acme', projects: [], capabilities: ['*'] },
      sandbox: { mode: 'native-local' },
      adapters: ['wrap', 'composite', 'openapi'],
      audit: 'ok',
      change_after_install: null,
    });
  });

  it('gives the session to the principal of the case unless it says otherwise', () => {
    expect(read({ principal: { id: 'bob' } }).session).toMatchObject({ principal_id: 'bob' });
    expect(read({ session: { principal_id: 'bob' } }).principal).toMatchObject({ id: 'ada' });
  });

  it('keeps null apart from absent', () => {
    expect(read({ session: null, principal: null })).toMatchObject({ session: null, principal: null });
  });

  it('keeps the digits of an envelope', () => {
    const text = JSON.stringify(call).replace('"list"', '"list", "args": {"n": 1.0, "m": 9007199254740993}');
    const one = readCase('6.1/call', text) as ExecCase;
    expect(one.envelope).toBe('{"pack_id":"demo","verb_key":"list","args":{"n":1.0,"m":9007199254740993}}');
  });

  it('takes text as it stands, bytes by base64, and long text in pieces', () => {
    expect(read({ envelope: undefined, envelope_text: '{,' }).envelope).toBe('{,');
    expect(read({ envelope: undefined, envelope_base64: '/w==' }).envelope).toEqual(Buffer.from([0xff]));
    expect(read({ envelope: undefined, envelope_text: ['a', ['xy', 3], 'b'] }).envelope).toBe('axyxyxyb');
  });

  it('takes files as text, as JSON and as bytes', () => {
    const { files } = read({ files: { 'demo/a': 'text', 'demo/b': { x: [1] }, 'demo/c': { base64: '/w==' } } });
    expect(files).toEqual([
      { path: 'demo/a', content: 'text' },
      { path: 'demo/b', content: '{"x":[1]}\n' },
      { path: 'demo/c', content: Buffer.from([0xff]) },
    ]);
  });

  it.each([
    ['an unknown key', { exepct: 1 }],
    ['an unknown op', { op: 'run' }],
    ['no title', { title: undefined }],
    ['no packs', { packs: undefined }],
    ['clauses that are a string', { clauses: '6.1' }],
    ['no envelope', { envelope: undefined }],
    ['two envelopes', { envelope_text: '{}' }],
    ['no ran', { expect: { envelope: {} } }],
    ['a ran that is a string', { expect: { envelope: {}, ran: 'true' } }],
    ['an unknown key of expect', { expect: { envelope: {}, ran: true, exit: 0 } }],
    ['an unknown wildcard', { expect: { envelope: { error: { $matches: 'x' } }, ran: true } }],
    ['a $match that is no pattern', { expect: { envelope: { error: { $match: '(' } }, ran: true } }],
    ['an $any that is false', { expect: { envelope: { error: { $any: false } }, ran: true } }],
    ['an unknown key of session', { session: { actived: [] } }],
    ['an unknown key of principal', { principal: { caps: [] } }],
    ['an unknown mode', { sandbox: { mode: 'docker' } }],
    ['an unknown audit', { audit: 'slow' }],
    ['a credential without packs', { credentials: { f: { credential: {} } } }],
    ['a change among two packs', { packs: ['a', 'b'], change_after_install: { file: 'x', text: '' } }],
    ['a validation with an envelope', { op: 'validate' }],
    ['a validation of two packs', { op: 'validate', envelope: undefined, packs: ['a', 'b'], expect: { valid: true } }],
  ])('refuses %s', (_, more) => {
    expect(() => read(more)).toThrow();
  });
});
