import type { ApprovedCall, InstalledPack, Minted, NestedCalls, RenderRequest } from '@hcp/pipeline';
import { describe, expect, it } from 'vitest';
import { createOpenApiAdapter, type OperationPlan, type Requester } from '../src/index.js';
import { operationOf, planOf, type Json } from './plan-of.js';

const minted: Minted = { ok: true, env: {}, headers: { authorization: 'Bearer t' }, redact: (text) => text };

function requestOf(args: Json, secret: readonly string[] = []): RenderRequest {
  const entry: RenderRequest['entry'] = {
    access: 'write',
    capability: 'api.write',
    confirm: false,
    binding: 'pack',
    secretArgs: secret,
    allowDash: [],
    denyPrefix: [],
    timeoutMs: 7,
    maxOutputBytes: 1024,
  };
  return { pack: { id: 'api' } as InstalledPack, verbKey: 'op', verb: {}, entry, args };
}

/** A request makes no calls. */
const noCalls = {} as NestedCalls;

const call = (bindingMode: string): ApprovedCall => ({ bindingMode, signal: undefined }) as ApprovedCall;

function adapterFor(plan: OperationPlan) {
  const sent: unknown[] = [];
  const requester: Requester = {
    send: (...all) => {
      sent.push(all);
      return Promise.resolve({ ok: true, output: '{}' });
    },
    close: () => Promise.resolve(),
  };
  const adapter = createOpenApiAdapter({
    plannedVerb: () => ({ plan, allowed: ['loopback'] }),
    requester: () => Promise.resolve(requester),
  });
  return { adapter, sent };
}

const text = { type: 'string' };
const document = operationOf(
  {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'q', in: 'query', schema: {} },
      { name: 'X-Note', in: 'header', schema: text },
    ],
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { pin: text } } } } },
    responses: { 200: { description: 'ok', content: { 'application/json': { example: { id: 1 } } } } },
  },
  '/a/{id}',
  'post',
);

describe('the openapi adapter', () => {
  it('answers the schema of its operation', async () => {
    const plan = planOf(document);
    expect(await adapterFor(plan).adapter.argsSchema(requestOf({}))).toEqual(plan.args);
  });

  it("sends one request with the Binding's headers, under the limits of the entry", async () => {
    const { adapter, sent } = adapterFor(planOf(document));
    const rendered = adapter.render(requestOf({ id: 'x', q: '1', pin: '2' }));
    expect(rendered.ok && (await rendered.run(call('local'), minted, noCalls))).toEqual({ ok: true, output: '{}' });
    expect(sent).toMatchObject([
      [
        { method: 'POST', origin: 'https://api.example', target: '/v1/a/x?q=1' },
        {
          credentialHeaders: { authorization: 'Bearer t' },
          timeoutMs: 7,
          maxOutputBytes: 1024,
          allowed: ['loopback'],
        },
      ],
    ]);
  });

  it('answers an example under a mock Binding and sends nothing', async () => {
    const { adapter, sent } = adapterFor(planOf(document));
    const rendered = adapter.render(requestOf({ id: 'x' }));
    expect(rendered.ok && (await rendered.run(call('mock'), minted, noCalls))).toEqual({
      ok: true,
      output: '{"id":1}',
    });
    expect(sent).toEqual([]);
  });

  it('refuses what cannot be written, naming the argument', () => {
    const { adapter } = adapterFor(planOf(document));
    expect(adapter.render(requestOf({ id: '..' }))).toEqual({
      ok: false,
      reason: '/id must not make the path segment "." or ".."',
    });
  });

  it('shows the request of a dry run without its secrets', () => {
    const { adapter } = adapterFor(planOf(document));
    const args = { id: 'x', q: ['hush', 'hush'], 'X-Note': 'hush', pin: 'hush' };
    const rendered = adapter.render(requestOf(args, ['q', 'X-Note', 'pin']));
    expect(rendered.ok && rendered.preview).toEqual({
      method: 'POST',
      url: 'https://api.example/v1/a/x?q=[redacted]&q=[redacted]',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'hcp',
        'content-type': 'application/json',
        'x-note': '[redacted]',
      },
      body: '{"pin":"[redacted]"}',
    });
  });

  it.each([
    [
      'binary',
      { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      '[redacted]',
      '2 bytes',
    ],
    [
      'form',
      { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { body: text } } } },
      'body=[redacted]',
      'body=AP8%3D',
    ],
  ])('shows a %s body', (...[, content, hidden, shown]) => {
    const { adapter } = adapterFor(planOf(operationOf({ requestBody: { required: true, content } }, '/a', 'post')));
    const previewOf = (secret: readonly string[]) => {
      const rendered = adapter.render(requestOf({ body: 'AP8=' }, secret));
      return rendered.ok && rendered.preview;
    };
    expect(previewOf(['body'])).toMatchObject({ body: hidden });
    expect(previewOf([])).toMatchObject({ body: shown });
  });
});
