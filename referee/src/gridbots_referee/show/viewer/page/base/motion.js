// Motion, for who asks for little of it.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing may move by itself: matches wait to be played, and figures jump. */
export function isStill() {
  return STILL.matches;
}
