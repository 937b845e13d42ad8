// Buttons and swipes for the moves of a person.

import { button, icon } from "../base/controls.js";
import { el, fill } from "../base/dom.js";

const DIRECTIONS = ["up", "right", "down", "left"];
const SWIPE_PIXELS = 28;

/** A button for each move, laid out like the arrow keys, and the list of queued moves. */
export class MoveButtons {
  constructor(moves, play) {
    this._buttons = moves.map((move) => {
      const direction = DIRECTIONS.includes(move) ? move : "";
      const properties = { class: `move ${direction}`, "data-move": move, "aria-label": move };
      return button(moveIcon(move), () => play(move), properties);
    });
    this.queue = el("ol.queue", { "aria-label": "Queued moves" });
    this.element = el("div.pad", { role: "group", "aria-label": "Your moves" }, ...this._buttons);
  }

  /** Show the queued moves, and whether the seat can move. */
  update(canMove, queued) {
    for (const each of this._buttons) each.disabled = !canMove;
    fill(this.queue, ...queued.map((move) => el("li", { "aria-label": move, title: move }, moveIcon(move))));
  }
}

function moveIcon(move) {
  return DIRECTIONS.includes(move) ? icon(move) : move;
}

/** Call `play` with the direction of each stretch of a swipe; the page does not scroll or zoom. */
export function onSwipe(element, play) {
  let from = null;
  let last = ""; // the direction of the current stretch, which is one move
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
    if (direction !== last) play(direction);
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
