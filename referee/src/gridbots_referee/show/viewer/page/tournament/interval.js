// Confidence intervals as bars on a common axis. The axis is cut so that a few distant intervals do
// not squeeze all others.

import { el } from "../base/dom.js";
import { isKnown, percent, signed } from "./format.js";

const FENCE = 2.5; // interquartile ranges beyond which a value is distant
const LEAST_SPAN = { Elo: 100, "score, %": 10 };

/** A row's rating, or else its score, with the 95 % interval. */
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
  /** @param {Array<Object>} intervals that the axis must show, except for distant ones */
  constructor(intervals) {
    const values = intervals.map((each) => each.value).sort((one, other) => one - other);
    const quantile = (share) => values[Math.round((values.length - 1) * share)] ?? 0;
    this.unit = intervals[0]?.unit ?? "Elo";
    this.isEmpty = values.length === 0;
    this.zero = this.unit === "Elo" ? 0 : 50;
    const reach = FENCE * Math.max(quantile(0.75) - quantile(0.25), LEAST_SPAN[this.unit]);
    const least = Math.min(...intervals.map((each) => each.low), this.zero);
    const most = Math.max(...intervals.map((each) => each.high), this.zero);
    this.least = Math.max(least, quantile(0.25) - reach);
    this.most = Math.min(most, quantile(0.75) + reach);
    this.isCut = this.least > least || this.most < most;
  }

  /** The position of a number from 0 to 1; numbers beyond an end are at the end. */
  _at(number) {
    const share = (number - this.least) / Math.max(this.most - this.least, 1e-9);
    return Math.max(0, Math.min(1, share));
  }

  get description() {
    const ends = `from ${signed(this.least)} to ${signed(this.most)}`;
    return this.isCut ? `The axis is truncated: it goes ${ends}; arrows point beyond.` : `The axis goes ${ends}.`;
  }

  /** The interval of a row as a bar with a point. */
  bar(row) {
    const { value, low, high, unit } = intervalOf(row);
    const ends = [low < this.least && "below", high > this.most && "above"].filter(Boolean);
    const label = `${unit} ${value.toFixed(0)}, from ${low.toFixed(0)} to ${high.toFixed(0)}`;
    const isOutside = value < this.least || value > this.most;
    const shares = { low: this._at(low), high: this._at(high), value: this._at(value), zero: this._at(this.zero) };
    return intervalBar(shares, label, ends, isOutside);
  }
}

/** A score with its interval on an axis from 0 to 1. */
export function scoreBar({ score, low, high }) {
  const label = `from ${percent(low, 0)} to ${percent(high, 0)}`;
  return intervalBar({ low, high, value: score, zero: 0.5 }, label);
}

function intervalBar(shares, label, ends = [], isOutside = false) {
  const bar = el(
    "span",
    { class: ["interval", ...ends].join(" "), role: "img", "aria-label": label, title: label },
    el("span.zero"),
    el("span.whisker"),
    isOutside ? null : el("span.point"),
  );
  for (const [name, share] of Object.entries(shares)) {
    bar.style.setProperty(`--${name}`, `${(100 * share).toFixed(2)}%`);
  }
  return bar;
}
