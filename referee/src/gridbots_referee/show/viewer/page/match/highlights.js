// Jumps to the highlights of a match: warnings, longest thoughts, changes of lead, largest swings.

import { button } from "../base/controls.js";
import { el, fill } from "../base/dom.js";

/** The key of each kind of highlight; with shift it goes to the previous one. */
export const HIGHLIGHT_KEYS = { w: "warning", t: "longest thought", x: "change of lead", g: "largest swing" };

export class Highlights {
  /** @param {function(number): boolean} hides whether the view must not show a seat */
  constructor(replay, position, hides) {
    this._replay = replay;
    this._position = position;
    this._hides = hides;
    this._rounds = {};
    this.element = el("div.row.highlights", { role: "group", "aria-label": "Jump to" });
  }

  /** Find the highlights again when events or the lead have changed. */
  update(lead) {
    const { about } = this._replay;
    const visible = (list) => list.filter(({ seat }) => !this._hides(seat)).map(({ frame }) => frame);
    this._rounds = {
      warning: visible(about.events.filter(({ kind }) => kind !== "out")),
      "longest thought": visible(about.longest ?? []),
      "change of lead": lead?.changes ?? [],
      "largest swing": lead?.swings.map(({ round }) => round) ?? [],
    };
    fill(this.element, ...Object.entries(HIGHLIGHT_KEYS).map(([key, name]) => this._button(key, name)));
  }

  _button(key, name) {
    const count = new Set(this._rounds[name]).size;
    const title = `${key}, back ${key.toUpperCase()}`;
    return button(`${name} (${count})`, () => this.go(name, 1), { title, disabled: count === 0 });
  }

  /** Go to the next highlight of a kind; after the last one, to the first. */
  go(name, direction) {
    const rounds = [...new Set(this._rounds[name] ?? [])].sort((one, other) => (one - other) * direction);
    if (!rounds.length) return;
    const { number } = this._position;
    this._position.jump(rounds.find((round) => (round - number) * direction > 0) ?? rounds[0]);
  }
}
