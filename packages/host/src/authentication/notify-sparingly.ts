/** Milliseconds in which the same message is not said again. */
const silenceMs = 10_000;
const mostRemembered = 64;

/**
 * Passes on a message unless it was said a moment ago: whoever may fail as often as they like must not fill the
 * operator's log. `now` is milliseconds on a clock that never goes back.
 */
export const notifySparingly = (notify: (message: string) => void, now: () => number): ((message: string) => void) => {
  const said = new Map<string, number>();
  return (message) => {
    const last = said.get(message);
    if (last !== undefined && now() - last < silenceMs) {
      return;
    }
    if (said.size >= mostRemembered) {
      said.clear();
    }
    said.set(message, now());
    notify(message);
  };
};
