// The panel of each player: what it has, how long it took, what it thinks, what it wrote.

import { el, fill } from "../base/dom.js";
import { seatColour } from "../base/palette.js";

const NONE = "–";

export function milliseconds(microseconds) {
  if (microseconds === null || microseconds === undefined) return NONE;
  const value = microseconds / 1000;
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : String(Math.round(value));
}

function number(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** A sample of a seat's colour with its number. */
export function badge(seat) {
  const chip = el("span", { class: "chip", "aria-hidden": "true" }, String(seat));
  chip.style.setProperty("--seat", seatColour(seat));
  return chip;
}

function fact(label) {
  const value = el("dd", {}, NONE);
  return { row: el("div", {}, el("dt", {}, label), value), value };
}

export class PlayerPanel {
  /** @param {function(): void} changed the choice whose thoughts are shown has changed */
  constructor(about, seat, changed) {
    this.about = about;
    this.seat = seat;
    this.player = about.players[seat];
    this.thinksAloud = el("input", { type: "checkbox", checked: true, onchange: changed });
    this._facts = {
      move: fact("move"),
      wall: fact("wall ms"),
      cpu: fact("CPU ms"),
      bank: fact("bank ms"),
    };
    this._score = el("span", { class: "score" });
    this._state = el("span", { class: "state" });
    this._meter = el("meter", { min: 0, max: this.player.timebank_ms, "aria-label": "time bank" });
    this._thoughts = el("div", { class: "thoughts" });
    this._notes = el("p", { class: "notes", role: "note" });
    this._more = el("div", { class: "more" });
    this.element = el(
      "section",
      { class: "player", "aria-label": this.player.name },
      ...this._parts(),
    );
    this.ended();
    this.recolour();
  }

  _parts() {
    return [
      el(
        "h2",
        { class: "who" },
        badge(this.seat),
        el("span", { class: "name", title: this.player.bot }, this.player.name),
        this._score,
      ),
      this._state,
      this._meter,
      el("dl", { class: "facts" }, ...Object.values(this._facts).map((each) => each.row)),
      this._thoughts,
      this._notes,
      this._more,
    ];
  }

  recolour() {
    this.element.style.setProperty("--seat", seatColour(this.seat));
    this.element.querySelector(".chip").style.setProperty("--seat", seatColour(this.seat));
  }

  /** What is known only when the match is over. */
  ended() {
    const told = this.about.players[this.seat];
    this.player = told;
    const rows = [
      ["bot", told.bot],
      ["package", told.package],
      ["ended", told.ended && `${told.ended}${told.detail ? ` (${told.detail})` : ""}`],
      ["place", told.place],
      ["warnings", told.warnings],
      ["moves", told.moves],
      ["median ms", told.median_wall_ms],
      ["longest ms", told.most_wall_ms],
      ["CPU ms in all", told.cpu_ms],
    ].filter(([, value]) => value !== undefined && value !== null && value !== "");
    const table = el(
      "dl",
      { class: "table" },
      ...rows.map(([label, value]) =>
        el("div", {}, el("dt", {}, label), el("dd", {}, String(value))),
      ),
    );
    const errors = told.stderr
      ? el(
          "details",
          {},
          el("summary", {}, `stderr, ${told.stderr_bytes} bytes`),
          el("pre", { tabIndex: 0 }, told.stderr),
        )
      : null;
    fill(this._more, el("details", {}, el("summary", {}, "About this player"), table), errors);
  }

  /** `isHidden`: somebody else's view is shown, so that only what that one sees is told. */
  update(frame, round, thought, isHidden = false) {
    const living = frame.living[this.seat];
    this._score.textContent = number(frame.scores[this.seat]);
    const known = isHidden ? "score: as far as it is in sight" : "";
    this._state.textContent = living ? known : "out";
    this._more.hidden = isHidden;
    this.element.classList.toggle("out", !living);
    this._facts.move.value.textContent = round?.moves?.[this.seat] ?? NONE;
    this._facts.wall.value.textContent = milliseconds(round?.wall?.[this.seat]);
    this._facts.cpu.value.textContent = milliseconds(round?.cpu?.[this.seat]);
    const bank = round?.bank?.[this.seat];
    this._facts.bank.value.textContent = bank ?? NONE;
    this._meter.value = bank ?? 0;
    this._meter.classList.toggle("none", bank === undefined || bank === null);
    const notes = (round?.notes ?? []).filter((note) => note.seat === this.seat);
    this._notes.textContent = notes.map((note) => note.text).join("; ");
    this._think(thought);
  }

  _think(thought) {
    if (!thought) {
      fill(this._thoughts);
      return;
    }
    const facts = ["value", "depth", "nodes"]
      .filter((name) => thought[name] !== undefined && thought[name] !== null)
      .map((name) => el("span", { class: "pill" }, `${name} ${number(thought[name])}`));
    fill(
      this._thoughts,
      el("label", { class: "choice" }, this.thinksAloud, "draw its plan"),
      ...facts,
      thought.pv?.length ? el("p", { class: "pv" }, thought.pv.join(" ")) : null,
      thought.note ? el("p", { class: "pv" }, thought.note) : null,
    );
  }
}
