// The list of events of a match; each event is a link to its round.

import { card } from "../base/controls.js";
import { el, fill } from "../base/dom.js";
import { badge } from "./players.js";

const SHOWN_EVENTS = 300;

export class EventList {
  /**
   * @param {function(number): void} jump goes to a round
   * @param {function(number): boolean} hides whether the view must not show a seat
   */
  constructor(replay, jump, hides) {
    this._replay = replay;
    this._jump = jump;
    this._hides = hides;
    this._list = el("ol.events");
    this.element = card("Events", this._list);
  }

  update() {
    const { events_left_out: more } = this._replay.about;
    const events = this._replay.about.events.filter((event) => !this._hides(event.seat));
    const shown = events.slice(0, SHOWN_EVENTS);
    const left = events.length + more - shown.length;
    fill(
      this._list,
      ...shown.map(({ frame, seat, text }) => {
        const words = `${this._replay.about.players[seat].name} ${text}`;
        return el("li", eventButton(frame, seat, this._jump, "", words));
      }),
      left > 0 ? el("li.faint", `and ${left} more`) : null,
      events.length ? null : el("li.faint", "No events yet."),
    );
  }
}

/** A button that goes to the round of an event. */
export function eventButton(round, seat, jump, kind, ...text) {
  return el(
    "button",
    { type: "button", class: `event ${kind}`, onclick: () => jump(round) },
    el("span.when", String(round)),
    badge(seat),
    el("span", ...text),
  );
}
