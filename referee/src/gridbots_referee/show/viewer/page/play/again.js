// After a match of the lobby: play it again, the same or a little different.

import { el, fill } from "../base/dom.js";
import { begun } from "./lobby.js";

export class Again {
  constructor(source) {
    this._source = source;
    this._problem = el("span", { class: "error", role: "alert" });
    this.element = el("div", { class: "again", role: "group", "aria-label": "Play again" });
  }

  /** Show what can be done after this match; nothing while it goes on, or where nobody may. */
  show({ order }) {
    if (!order) {
      fill(this.element);
      return;
    }
    const rotated = [...order.seats.slice(1), order.seats[0]];
    fill(
      this.element,
      this._button("Rematch", order),
      order.seats.length > 1 && this._button("Swap seats", { ...order, seats: rotated }),
      this._button("New opening", { ...order, seed: null, onward: null }),
      el("a", { href: "#/play" }, "Change …"),
      this._problem,
    );
  }

  _button(label, order) {
    return el(
      "button",
      { type: "button", class: "plain", onclick: () => this._place(order) },
      label,
    );
  }

  async _place(order) {
    const { problems } = await this._source.post("order", order);
    fill(this._problem, problems ? Object.values(problems).join("; ") : "Getting ready …");
    if (problems) return;
    const about = await begun(this._source, () => false);
    if (about.replay) location.hash = `#/match/${about.replay}`;
    else fill(this._problem, about.problem);
  }
}
