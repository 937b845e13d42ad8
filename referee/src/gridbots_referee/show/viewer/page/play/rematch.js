// Starts matches of the lobby, and offers to play a match again, unchanged or with small changes.

import { button } from "../base/controls.js";
import { el, fill } from "../base/dom.js";

const POLL_MS = 250;

export class Rematch {
  constructor(source) {
    this._source = source;
    this._problem = el("span", { class: "error", role: "alert" });
    this.element = el("div", { class: "rematch", role: "group", "aria-label": "Play again" });
  }

  /** Show what the user can start; nothing during a match, or if the user may not start matches. */
  show({ order }) {
    if (!order) {
      fill(this.element);
      return;
    }
    const rotated = [...order.seats.slice(1), order.seats[0]];
    const start = (label, changes) => button(label, () => this._start({ ...order, ...changes }));
    fill(
      this.element,
      start("Rematch", {}),
      order.seats.length > 1 && start("Swap seats", { seats: rotated }),
      start("New opening", { seed: null, onward: null }),
      el("a", { href: "#/play" }, "Change …"),
      this._problem,
    );
  }

  async _start(order) {
    fill(this._problem, "Getting ready …");
    fill(this._problem, await startMatch(this._source, order));
  }
}

/** Start a match and go to it; returns a description of the problem if it cannot be played. */
export async function startMatch(source, order) {
  const { problems } = await source.post("order", order);
  if (problems) return Object.values(problems).join("; ");
  const about = await matchStarted(source);
  if (!about.replay) return about.problem;
  location.hash = `#/match/${about.replay}`;
  return "";
}

/** The state of the lobby once it no longer prepares a match; null if `isCancelled` before. */
export async function matchStarted(source, isCancelled = () => false) {
  while (!isCancelled()) {
    const about = await source.about();
    if (!about.preparing) return about;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return null;
}
