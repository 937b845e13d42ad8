// The graph of the expected score of each seat over a match, with its mistakes.

import { Chart } from "../base/chart.js";
import { el, fill } from "../base/dom.js";
import { palette, seatColour, seatStroke } from "../base/palette.js";

const RADII = { blunder: 5, mistake: 4, inaccuracy: 3 };
const SCORE_EDGES = { left: 44, right: 8, top: 8, bottom: 24 };
const SCORE_AXIS = { ticks: [0, 0.5, 1], share: (value) => value, text: (value) => `${100 * value} %` };

export class ScoreGraph {
  /** @param {function(number): void} jump goes to a round */
  constructor(last, jump) {
    this._last = Math.max(last, 1);
    this._moves = [];
    const click = (event) => jump(Math.round(this._chart.valueAt(event)));
    this.element = el("div.scores", { role: "img", onclick: click });
    this._observer = new ResizeObserver(() => this._draw());
    this._observer.observe(this.element);
  }

  close() {
    this._observer.disconnect();
  }

  /** Show these moves in the current theme. */
  show(moves) {
    this._moves = moves.filter((move) => move.expected !== null);
    this._draw();
  }

  _draw() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width) return;
    const chart = (this._chart = new Chart([width, height], [0, this._last], SCORE_AXIS, SCORE_EDGES));
    for (const seat of new Set(this._moves.map((move) => move.seat))) {
      const moves = this._moves.filter((move) => move.seat === seat);
      const end = moves.at(-1);
      const points = moves.map((move) => [move.round, move.expected]);
      chart.addLine([...points, [end.round + 1, end.expected_after]], seatStroke(seat));
    }
    // Worse mistakes have larger marks; blunders are filled.
    for (const { round, expected, verdict, seat } of this._moves.filter((move) => move.verdict)) {
      const fillColour = verdict === "blunder" ? seatColour(seat) : palette().ground;
      const place = { cx: chart.x(round), cy: chart.y(expected), r: RADII[verdict] };
      chart.add("circle", { class: "mistake", fill: fillColour, ...place });
    }
    this._cursor = chart.addCursor("cursor");
    fill(this.element, chart.element);
    this.moveTo(this._number ?? 0);
  }

  /** Mark the current round. */
  moveTo(number) {
    this._number = number;
    this._chart?.moveCursor(this._cursor, number);
  }
}
