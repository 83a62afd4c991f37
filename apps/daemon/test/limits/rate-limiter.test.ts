import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../src/limits/rate-limiter.js';

describe('a rate limiter', () => {
  it('lets no key have more than burst and rate allow, over any span of time', () => {
    const steps = fc.array(fc.record({ pause: fc.nat(3000), takes: fc.nat(5) }), { maxLength: 50 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 10 }), (script, burst, rate) => {
        let time = 0;
        const limiter = createRateLimiter({ rate, burst, now: () => time });
        const granted: number[] = [];
        for (const { pause, takes } of script) {
          time += pause;
          for (let take = 0; take < takes; take += 1) if (limiter.take('ada') === 0) granted.push(time);
        }
        granted.forEach((from, first) => {
          granted.slice(first).forEach((to, more) => {
            expect(more + 1).toBeLessThanOrEqual(burst + ((to - from) / 1000) * rate + 1e-6);
          });
        });
      }),
    );
  });

  it('keeps its word about when to come back', () => {
    let time = 0;
    const limiter = createRateLimiter({ rate: 2, burst: 3, now: () => time });
    expect([1, 2, 3].map(() => limiter.take('ada'))).toEqual([0, 0, 0]);
    const wait = limiter.take('ada');
    expect(wait).toBe(1);
    time += wait * 1000;
    expect(limiter.take('ada')).toBe(0);
  });

  it('keeps keys apart, and forgets those that have all they may save', () => {
    let time = 0;
    const limiter = createRateLimiter({ rate: 1, burst: 1, now: () => time });
    for (let key = 0; key < 30_000; key += 1) {
      expect(limiter.take(`key ${key}`)).toBe(0);
      time += 1;
    }
    expect(limiter.take('key 29999')).toBeGreaterThan(0);
    expect(limiter.take('__proto__')).toBe(0);
    expect(limiter.take('__proto__')).toBe(1);
  });
});
