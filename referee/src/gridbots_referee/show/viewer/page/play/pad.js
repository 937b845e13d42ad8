// The moves of a person as buttons, and those that are queued.

import { el, fill, icon } from "../base/dom.js";

const ARROWS = ["up", "right", "down", "left"];

/** A button for each move; those with a direction lie like the keys of the arrows. */
export class Pad {
  constructor(words, give) {
    const buttons = words.map((word) => moveButton(word, give));
    this._queue = el("ol", { class: "queue", "aria-label": "Queued moves" });
    this.element = el(
      "div",
      { class: "pad", role: "group", "aria-label": "Your moves" },
      ...buttons,
    );
    this.queue = this._queue;
    this._buttons = buttons;
  }

  /** Show what is queued, and whether moves are taken. */
  update(isPlaying, queued) {
    for (const button of this._buttons) button.disabled = !isPlaying;
    fill(
      this._queue,
      ...queued.map((word) =>
        el("li", { "aria-label": word, title: word }, ARROWS.includes(word) ? icon(word) : word),
      ),
    );
  }
}

function moveButton(word, give) {
  const place = ARROWS.includes(word) ? word : "";
  return el(
    "button",
    {
      type: "button",
      class: `move ${place}`,
      "data-move": word,
      "aria-label": word,
      onclick: () => give(word),
    },
    place ? icon(place) : word,
  );
}
