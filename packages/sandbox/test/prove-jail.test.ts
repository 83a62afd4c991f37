import { describe, expect, test } from 'vitest';
import { proveJail, requireJail } from '../src/prove-jail.js';
import { jails } from './jail-support.js';

describe.runIf(process.platform === 'linux')('the proof of a jail', () => {
  test.runIf(jails)('is made once and kept', async () => {
    const [first, second] = await Promise.all([proveJail(), proveJail()]);
    expect(first).toBe(second);
    expect(await proveJail()).toBe(first);
    expect(first).toMatchObject({ works: true });
  });

  test('says what is wrong and what to do where there is none, and is made again', async () => {
    const nobody = { uid: 2 ** 32, gid: 2 ** 32 };
    const proof = await proveJail(nobody);
    expect(proof).toMatchObject({ works: false });
    expect(await proveJail(nobody)).not.toBe(proof);
    await expect(requireJail(nobody)).rejects.toMatchObject({ code: 'no_jail' });
  });
});
