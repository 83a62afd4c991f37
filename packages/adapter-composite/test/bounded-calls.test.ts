import { describe, expect, it } from 'vitest';
import { boundCalls } from '../src/bounded-calls.js';

describe('the inner calls of one run', () => {
  it('run eight at a time, in their order, and the others wait', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const exec = boundCalls((envelope) => {
      begun.push(envelope);
      return new Promise((end) => ends.push(() => end(envelope)));
    });
    const all = Array.from({ length: 20 }, (_, index) => exec(String(index)));
    expect(begun).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    for (let index = 0; index < 20; index += 1) {
      ends[index]?.();
      await all[index];
    }
    expect(begun).toHaveLength(20);
    expect(await Promise.all(all)).toEqual(begun);
  });

  it('have at most 8 MiB together while they run or wait', async () => {
    let end = (): void => undefined;
    const exec = boundCalls((envelope) => new Promise((resolve) => (end = () => resolve(envelope))));
    const large = exec('x'.repeat(8 * 1024 * 1024));
    await expect(exec('x')).rejects.toThrow(
      'context.exec: the calls under way have at most 8388608 bytes together, and this one has 1; await others first',
    );
    end();
    await large;
    const next = exec('x');
    end();
    expect(await next).toBe('x');
  });

  it('give their place back when they fail', async () => {
    const exec = boundCalls(() => Promise.reject(new Error('gone')));
    for (let index = 0; index < 20; index += 1) await expect(exec('{}')).rejects.toThrow('gone');
  });
});
