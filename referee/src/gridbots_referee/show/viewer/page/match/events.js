// The list of what happened in a match: each event leads to its round.

import { el, fill } from "../base/dom.js";
import { badge } from "./players.js";

const SHOWN_EVENTS = 300;

export class EventList {
  /**
   * @param {function(number): void} jump called with the round of an event
   * @param {function(number): boolean} hides whether events of a seat are not to be seen
   */
  constructor(replay, jump, hides) {
    this._replay = replay;
    this._jump = jump;
    this._hides = hides;
    this._list = el("ol", { class: "events" });
    this.element = el("section", { class: "card" }, el("h2", {}, "Events"), this._list);
  }

  update() {
    const { events_left_out: more } = this._replay.about;
    const events = this._replay.about.events.filter((event) => !this._hides(event.seat));
    const shown = events.slice(0, SHOWN_EVENTS);
    const left = events.length + more - shown.length;
    fill(
      this._list,
      ...shown.map((event) => this._row(event)),
      left > 0 ? el("li", { class: "faint" }, `and ${left} more`) : null,
      events.length ? null : el("li", { class: "faint" }, "nothing special so far"),
    );
  }

  _row({ frame, seat, text }) {
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "event", onclick: () => this._jump(frame) },
        el("span", { class: "when" }, String(frame)),
        badge(seat),
        el("span", {}, `${this._replay.about.players[seat].name} ${text}`),
      ),
    );
  }
}
