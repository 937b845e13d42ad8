// The panel of a player: score, move, times, overlay, warnings, and how the match ended for it.

import { disclosure, labelled, terms } from "../base/controls.js";
import { el, fill } from "../base/dom.js";
import { seatColour } from "../base/palette.js";

const UNKNOWN = "–";

function milliseconds(microseconds) {
  if (microseconds === null || microseconds === undefined) return UNKNOWN;
  const value = microseconds / 1000;
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : String(Math.round(value));
}

function number(value) {
  if (typeof value !== "number") return value ?? UNKNOWN;
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** The number of a seat on its colour. */
export function badge(seat) {
  const chip = el("span.chip", { "aria-hidden": "true" }, String(seat));
  chip.style.setProperty("--seat", seatColour(seat));
  return chip;
}

export class PlayerPanel {
  /** @param {function(): void} onchange called when the user shows or hides the plan */
  constructor(about, seat, onchange) {
    this.about = about;
    this.seat = seat;
    this.drawsPlan = el("input", { type: "checkbox", checked: true, onchange });
    const { name, bot, timebank_ms: timebank } = about.players[seat];
    this._facts = Object.fromEntries(
      ["move", "wall ms", "CPU ms", "bank ms"].map((label) => [label, el("dd", UNKNOWN)]),
    );
    this._score = el("span.score");
    this._state = el("span.state");
    this._meter = el("meter", { min: 0, max: timebank, "aria-label": "time bank" });
    this._measures = el("dl.measures");
    this._overlay = el("div.overlay");
    this._notes = el("p.notes", { role: "note" });
    this._more = el("div.more");
    const facts = Object.entries(this._facts).map(([label, value]) => el("div", el("dt", label), value));
    const heading = [badge(seat), el("span.name", { title: bot }, name), this._score];
    this.element = el(
      "section.player",
      { "aria-label": name },
      el("h2.who", ...heading),
      this._state,
      this._meter,
      this._measures,
      el("dl.facts", ...facts),
      this._overlay,
      this._notes,
      this._more,
    );
    this.showDetails();
    this.recolour();
  }

  recolour() {
    for (const part of [this.element, this.element.querySelector(".chip")]) {
      part.style.setProperty("--seat", seatColour(this.seat));
    }
  }

  /** Show the details of the player; some are known only after the match. */
  showDetails() {
    const player = this.about.players[this.seat];
    const details = terms([
      ["bot", player.bot],
      ["package", player.package],
      ["ended", player.ended && `${player.ended}${player.detail ? ` (${player.detail})` : ""}`],
      ["place", player.place],
      ["warnings", player.warnings],
      ["moves", player.moves],
      ["median ms", player.median_wall_ms],
      ["longest ms", player.most_wall_ms],
      ["total CPU ms", player.cpu_ms],
    ]);
    const { stderr, stderr_bytes: bytes } = player;
    fill(
      this._more,
      disclosure("About this player", {}, el("dl.table", ...details)),
      stderr && disclosure(`stderr, ${bytes} bytes`, {}, el("pre", { tabIndex: 0 }, stderr)),
    );
  }

  /** Show a round; if `isHidden`, another seat's view is shown, which knows little about this one. */
  update(frame, round, overlay, isHidden = false) {
    const { seat, _facts: facts } = this;
    const isLiving = frame.living[seat];
    this._score.textContent = number(frame.scores[seat]);
    const note = isHidden ? "score: only what is visible" : "";
    this._state.textContent = isLiving ? note : "out";
    this._more.hidden = isHidden;
    this.element.classList.toggle("out", !isLiving);
    const measures = Object.entries(frame.measures ?? {}).map(([name, values]) => [name, number(values[seat])]);
    fill(this._measures, ...terms(measures));
    const bank = round?.bank?.[seat] ?? null;
    facts.move.textContent = round?.moves?.[seat] ?? UNKNOWN;
    facts["wall ms"].textContent = milliseconds(round?.wall?.[seat]);
    facts["CPU ms"].textContent = milliseconds(round?.cpu?.[seat]);
    facts["bank ms"].textContent = bank ?? UNKNOWN;
    this._meter.value = bank ?? 0;
    this._meter.classList.toggle("none", bank === null);
    const notes = (round?.notes ?? []).filter((each) => each.seat === seat);
    this._notes.textContent = notes.map((each) => each.text).join("; ");
    fill(this._overlay, overlay && this._overlayParts(overlay));
  }

  _overlayParts(overlay) {
    const facts = ["value", "depth", "nodes"]
      .filter((name) => overlay[name] !== undefined && overlay[name] !== null)
      .map((name) => el("span.pill", `${name} ${number(overlay[name])}`));
    return [
      labelled(this.drawsPlan, "draw its plan"),
      ...facts,
      overlay.pv?.length ? el("p.pv", overlay.pv.join(" ")) : null,
      overlay.note ? el("p.pv", overlay.note) : null,
    ];
  }
}
