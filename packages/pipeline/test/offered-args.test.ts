import { describe, expect, it } from 'vitest';
import { offeredArgs, type Adapter, type InstalledPack } from '../src/index.js';
import { entryOf, packOf } from './memory-ports.js';

const adapters = (argsSchema?: Adapter['argsSchema']) => ({
  adapters: new Map([
    [
      'wrap' as const,
      { kind: 'wrap', render: () => ({ ok: false, reason: '/' }), ...(argsSchema && { argsSchema }) } satisfies Adapter,
    ],
  ]),
});

const own = { type: 'object', properties: { amount: { type: 'integer' } } };
const packWith = (args: object | undefined): InstalledPack =>
  packOf(entryOf(), { verbs: { transfer: args === undefined ? {} : { args: args as Record<string, unknown> } } });

describe('offeredArgs', () => {
  it('is what the verb says where its adapter derives nothing', async () => {
    expect(await offeredArgs(adapters(), packWith(own), 'transfer')).toEqual(own);
    expect(await offeredArgs(adapters(), packWith(undefined), 'transfer')).toBeUndefined();
    expect(await offeredArgs(adapters(), packWith(own), 'constructor')).toBeUndefined();
  });

  it('joins what the adapter derives and what the verb says, references resolved', async () => {
    const derived = {
      type: 'object',
      properties: { limit: { $ref: '#/$defs/Limit' }, amount: { type: 'string' } },
      $defs: { Limit: { type: 'integer' } },
    };
    expect(
      await offeredArgs(
        adapters(() => Promise.resolve(derived)),
        packWith(own),
        'transfer',
      ),
    ).toMatchObject({
      properties: { limit: { type: 'integer' }, amount: { type: 'integer' } },
    });
  });

  it('is what the verb says where what is derived cannot be read', async () => {
    const broken = adapters(() => Promise.reject(new Error('gone')));
    expect(await offeredArgs(broken, packWith(own), 'transfer')).toEqual(own);
  });
});
