// Starts matches of the lobby, and offers to play a match again, unchanged or with small changes.

import { button } from "../base/controls.js";
import { el, fill } from "../base/dom.js";

const POLL_MS = 250;

export class Rematch {
  constructor(source) {
    this._source = source;
    this._problem = el("span.error", { role: "alert" });
    this.element = el("div.rematch", { role: "group", "aria-label": "Play again" });
  }

  /** Show what the user can start; nothing during a match, or if the user may not start matches. */
  show({ request }) {
    if (!request) {
      fill(this.element);
      return;
    }
    const rotated = [...request.seats.slice(1), request.seats[0]];
    const startButton = (label, changes) => button(label, () => this._start({ ...request, ...changes }));
    fill(
      this.element,
      startButton("Rematch", {}),
      request.seats.length > 1 && startButton("Swap seats", { seats: rotated }),
      startButton("New opening", { seed: null, start: null }),
      el("a", { href: "#/play" }, "Change …"),
      this._problem,
    );
  }

  async _start(request) {
    fill(this._problem, "Getting ready …");
    fill(this._problem, await startMatch(this._source, request));
  }
}

/** Start a match and go to it; returns a description of the problem if it cannot be played. */
export async function startMatch(source, request) {
  const { problems } = await source.post("request", request);
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
