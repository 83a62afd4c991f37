/** Steps of roughly 50 ns; a check that takes more is refused instead of finished. */
const mostSteps = 8_000_000;

/** Thrown out of a check that would take too long. */
export class TooManySteps extends Error {}

/** Counts the work of one check, so that no schema and no value can hold up the runtime (profile P4). */
export interface StepCounter {
  /** Between two checks; remembers nothing of the value. */
  readonly reset: () => void;
  /** Throws {@link TooManySteps} when the check has taken more than it may. */
  readonly add: (steps: number) => void;
  /** How many members an object has; many schemas in a row ask about one object, and counting costs as well. */
  readonly membersOf: (value: object) => number;
}

export function makeStepCounter(): StepCounter {
  let steps = 0;
  let last: object | undefined;
  let lastMembers = 0;
  return {
    reset: () => {
      steps = 0;
      last = undefined;
    },
    add: (more) => {
      steps += more;
      if (steps > mostSteps) throw new TooManySteps();
    },
    membersOf: (value) => {
      if (last !== value) {
        lastMembers = Object.keys(value).length;
        last = value;
      }
      return lastMembers;
    },
  };
}
