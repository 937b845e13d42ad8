// Swipes over an element are moves: each stretch of a finger's way in one direction.

const SWIPE_PIXELS = 28;

/** Calls `act` with up, right, down or left; the page neither scrolls nor zooms meanwhile. */
export function onSwipe(element, act) {
  let from = null;
  let last = ""; // the direction of this swipe so far: one stretch is one move
  element.classList.add("swiped");
  element.addEventListener("pointerdown", (event) => {
    if (event.isPrimary && event.pointerType !== "mouse") from = [event.clientX, event.clientY];
    last = "";
  });
  element.addEventListener("pointermove", (event) => {
    if (!from || !event.isPrimary) return;
    const [right, down] = [event.clientX - from[0], event.clientY - from[1]];
    if (Math.max(Math.abs(right), Math.abs(down)) < SWIPE_PIXELS) return;
    from = [event.clientX, event.clientY];
    const direction = directionOf(right, down);
    if (direction !== last) act(direction);
    last = direction;
  });
  for (const end of ["pointerup", "pointercancel"]) {
    element.addEventListener(end, () => (from = null));
  }
}

function directionOf(right, down) {
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? "right" : "left";
  return down > 0 ? "down" : "up";
}
