// Confidence intervals as bars on one axis. A few far away do not squeeze all others: the axis is
// cut, and that is said.

import { el } from "../base/dom.js";
import { isKnown, signed } from "./format.js";

const FENCE = 2.5; // quartile distances beyond which a value is far away
const LEAST_SPAN = { Elo: 100, "score, %": 10 };

/** A row's rating, or else its score, with the interval of 95 %. */
export function intervalOf(row) {
  if (isKnown(row.elo)) return { value: row.elo, low: row.elo_low, high: row.elo_high, unit: "Elo" };
  return {
    value: 100 * (row.score ?? 0.5),
    low: 100 * (row.score_low ?? 0),
    high: 100 * (row.score_high ?? 1),
    unit: "score, %",
  };
}

export class Axis {
  /** @param {Array<Object>} intervals of which all but those far away shall fit */
  constructor(intervals) {
    const values = intervals.map((each) => each.value).sort((one, other) => one - other);
    const at = (share) => values[Math.round((values.length - 1) * share)] ?? 0;
    this.unit = intervals[0]?.unit ?? "Elo";
    this.isEmpty = values.length === 0;
    const reach = FENCE * Math.max(at(0.75) - at(0.25), LEAST_SPAN[this.unit]);
    const least = Math.min(...intervals.map((each) => each.low), this.unit === "Elo" ? 0 : 50);
    const most = Math.max(...intervals.map((each) => each.high), this.unit === "Elo" ? 0 : 50);
    this.least = Math.max(least, at(0.25) - reach);
    this.most = Math.min(most, at(0.75) + reach);
    this.isCut = this.least > least || this.most < most;
  }

  /** Where a number is, from 0 to 1; its ends stand for all beyond. */
  at(number) {
    const share = (number - this.least) / Math.max(this.most - this.least, 1e-9);
    return Math.max(0, Math.min(1, share));
  }

  get words() {
    const ends = `from ${signed(this.least)} to ${signed(this.most)}`;
    return this.isCut ? `The axis is cut: it goes ${ends}; arrows point beyond.` : `The axis goes ${ends}.`;
  }

  /** An interval as a bar with a point. */
  bar(row) {
    const { value, low, high, unit } = intervalOf(row);
    const ends = [low < this.least ? "below" : "", high > this.most ? "above" : ""];
    const label = `${unit} ${value.toFixed(0)}, from ${low.toFixed(0)} to ${high.toFixed(0)}`;
    const isOutside = value < this.least || value > this.most;
    const drawn = el(
      "span",
      { class: ["interval", ...ends].filter(Boolean).join(" "), role: "img", "aria-label": label, title: label },
      el("span", { class: "zero" }),
      el("span", { class: "whisker" }),
      isOutside ? null : el("span", { class: "point" }),
    );
    const places = { low, high, value, zero: unit === "Elo" ? 0 : 50 };
    for (const [name, number] of Object.entries(places)) {
      drawn.style.setProperty(`--${name}`, `${(100 * this.at(number)).toFixed(2)}%`);
    }
    return drawn;
  }
}
