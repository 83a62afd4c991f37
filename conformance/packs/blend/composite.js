/** Verbs made of other verbs, each for one duty of a runtime that executes composites. */
import { word } from './words.js';

export const handlers = {
  /** Its arguments, as they came. */
  echo: (args) => args,
  nothing: () => undefined,
  imported: () => word,
  /** What another call answered, refusals included, inside an answer of its own. */
  ask: async ({ call }, { exec }) => ({ answer: await exec(call) }),
  /** What another call found, or its refusal as it is. */
  'hand on': async ({ call }, { exec }) => {
    const answer = await exec(call);
    return answer.ok ? answer.result : answer;
  },
  'throw on': async ({ call }, { exec }) => {
    throw await exec(call);
  },
  gated: async ({ call }, { exec }) => ({ answer: await exec(call) }),
  /** Calls itself until it is stopped. */
  circle: (_args, { exec }) => exec({ pack_id: 'blend', verb_key: 'circle' }),
  many: async ({ calls }, { exec }) => (await Promise.all(calls.map((call) => exec(call)))).map(({ ok }) => ok),
  fail: ({ text }) => {
    throw new Error(text);
  },
  'fail with text': () => {
    throw 'just a text';
  },
  loop: () => {
    for (;;);
  },
  leave: () => process.exit(0),
  wait: () => new Promise(() => {}),
  reject: async () => {
    void Promise.reject(new Error('left alone'));
    await new Promise((resolve) => setTimeout(resolve, 5000));
  },
  function: () => ({ value: () => 1 }),
  bigint: () => 1n,
  cycle: () => {
    const value = {};
    value.itself = value;
    return value;
  },
  long: () => 'x'.repeat(5000),
  environment: () => Object.keys(process.env),
  binding: (_args, { binding }) => binding,
  spill: (_args, { binding }) => {
    throw new Error(`no entry with ${binding.env.BLEND_TOKEN}`);
  },
  'pass secret': (_args, { exec, binding }) =>
    exec({ pack_id: 'argv', verb_key: 'print', args: { a: binding.env.BLEND_TOKEN } }),
};
