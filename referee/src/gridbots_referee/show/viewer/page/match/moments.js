// Moments of a match that are worth a look: warnings, longest thoughts, changes of lead, swings.

import { el, fill } from "../base/dom.js";
import { leadChanges, leadMeasure, leadSwings } from "./measures.js";

const SWINGS = 5;
/** The keys: with shift they lead back. */
export const MOMENT_KEYS = { w: "warning", t: "longest thought", x: "change of lead", g: "largest swing" };

export class Moments {
  constructor(replay, position) {
    this._replay = replay;
    this._position = position;
    this._buttons = el("div", { class: "row moments", role: "group", "aria-label": "Jump to" });
    this.element = this._buttons;
    this.hides = () => false;
    this.rounds = {};
  }

  /** What is known has changed. */
  find(measures) {
    const { about } = this._replay;
    const seen = (list) => list.filter(({ seat }) => !this.hides(seat)).map(({ frame }) => frame);
    const warnings = about.events.filter(({ kind }) => kind !== "out");
    const lead = leadMeasure(measures, about.players.length);
    this.rounds = {
      warning: seen(warnings),
      "longest thought": seen(about.longest ?? []),
      "change of lead": lead ? leadChanges(lead) : [],
      "largest swing": lead ? leadSwings(lead, SWINGS).map(({ round }) => round) : [],
    };
    fill(this._buttons, ...Object.entries(MOMENT_KEYS).map(([key, name]) => this._button(key, name)));
  }

  _button(key, name) {
    const count = new Set(this.rounds[name]).size;
    return el(
      "button",
      {
        type: "button",
        class: "plain",
        title: `${key}, back ${key.toUpperCase()}`,
        disabled: count === 0,
        onclick: () => this.go(name, 1),
      },
      `${name} (${count})`,
    );
  }

  /** To the next one in a direction; behind the last comes the first. */
  go(name, direction) {
    const rounds = [...new Set(this.rounds[name] ?? [])].sort((one, other) => (one - other) * direction);
    if (!rounds.length) return;
    const { number } = this._position;
    this._position.leap(rounds.find((round) => (round - number) * direction > 0) ?? rounds[0]);
  }
}
