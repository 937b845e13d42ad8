// The graph of a match: one measure of all seats, with a crosshair for mouse and keyboard.

import { Chart, shortValue } from "../base/chart.js";
import { disclosure, labelled, optionsOf, table } from "../base/controls.js";
import { announce, el, fill } from "../base/dom.js";
import { palette, seatColour, seatStroke } from "../base/palette.js";
import { axisOf, measuresOf, valueAt } from "./measures.js";

// Equal on both sides, so that the centre is the middle of the match.
const GRAPH_EDGES = { left: 52, right: 52, top: 10, bottom: 24 };
const TABLE_ROWS = 40;

export class Graph {
  /**
   * @param {function(number): void} jump goes to a round
   * @param {function(number): boolean} hides whether the view must not show a seat
   */
  constructor(replay, jump, hides) {
    this.replay = replay;
    this._hides = hides;
    this._jump = jump;
    this._cursor = null; // the round of the crosshair
    this._number = 0;
    this._choice = el("select", { "aria-label": "Measure", onchange: () => this.reset() });
    this._values = el("output.values");
    this.chart = el("div.chart", {
      role: "img",
      tabIndex: 0,
      onpointermove: (event) => this._moveCursor(this._roundAt(event)),
      onpointerleave: () => this._moveCursor(null),
      onclick: (event) => jump(this._roundAt(event)),
      onkeydown: (event) => this._press(event),
    });
    this._table = el("div.scroll");
    this._disclosure = disclosure("As a table", { ontoggle: () => this._fillTable() }, this._table);
    this.element = el(
      "section.graph",
      { "aria-label": "Graph" },
      labelled("Graph", this._choice),
      this.chart,
      this._values,
      this._disclosure,
    );
    this._measured = null; // measures of the frames, once they are fetched
    this.reset();
  }

  /** Fetch the measures that the server computes from the frames. */
  async fetch() {
    try {
      this._measured = await this.replay.fetchMeasures();
    } catch {
      this._measured = null; // not available during play, nor on every site
    }
    this.reset();
  }

  /** The measures, their colours or the size have changed. */
  reset() {
    this._measures = measuresOf(this.replay.about, this._measured, this._hides);
    const choices = this._measures.map(({ name, label }) => [name, label]);
    fill(this._choice, ...optionsOf(choices, this._choice.value));
    this._fillTable();
    this._draw();
  }

  /** The lead over the match, if the view shows all seats. */
  get lead() {
    return this.replay.seat === null ? (this._measured?.lead ?? null) : null;
  }

  get _measure() {
    return this._measures[Math.max(0, this._choice.selectedIndex)];
  }

  _roundAt(event) {
    return Math.round(this._chart.valueAt(event));
  }

  _moveCursor(round) {
    this._cursor = round;
    this.moveTo(this._number);
  }

  /** Arrow keys move the crosshair, Enter goes to its round. */
  _press(event) {
    const { last } = this.replay;
    const here = this._cursor ?? this._number;
    const step = event.shiftKey ? Math.max(1, Math.round(last / 20)) : 1;
    const next = { ArrowRight: here + step, ArrowLeft: here - step, Home: 0, End: last };
    if (event.key in next) {
      this._moveCursor(Math.max(0, Math.min(last, next[event.key])));
      announce(this._values.textContent);
    } else if (event.key === "Enter") this._jump(here);
    else if (event.key === "Escape") this._moveCursor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Mark the current round. */
  moveTo(number) {
    this._number = number;
    this._chart?.moveCursor(this._current, number);
    this._chart?.moveCursor(this._crosshair, this._cursor);
    this._showValues(this._cursor ?? number);
  }

  _showValues(round) {
    const { players } = this.replay.about;
    const { name, lines, every, unit } = this._measure;
    const values = players.map((player, seat) => {
      const value = this._hides(seat) ? null : valueAt(lines[seat], every, round);
      return `${player.name} ${value === null ? "–" : `${shortValue(value)}${unit}`}`;
    });
    this._values.textContent = `Round ${round}: ${values.join(", ")}`;
    this.chart.setAttribute("aria-label", `${name}. ${this._values.textContent}`);
  }

  _draw() {
    const { clientWidth: width, clientHeight: height } = this.chart;
    if (!width) return;
    const { lines, every, isLog } = this._measure;
    const rounds = [0, Math.max(this.replay.last, 1)];
    const chart = (this._chart = new Chart([width, height], rounds, axisOf(lines, isLog), GRAPH_EDGES));
    lines.forEach((line, seat) => {
      const points = line.map((value, index) => [index * every, value]);
      chart.addLine(points, seatStroke(seat));
    });
    // Warnings and eliminations are marked below the axis.
    for (const { frame, seat, kind } of this.replay.about.events) {
      if (this._hides(seat)) continue;
      const [fillColour, length] = kind === "out" ? [palette().mark, 8] : [seatColour(seat), 5];
      const place = { x: chart.x(frame) - 1, y: chart.bottom + 1, width: 2, height: length };
      chart.add("rect", { fill: fillColour, ...place });
    }
    this._crosshair = chart.addCursor("cursor faint");
    this._current = chart.addCursor("cursor");
    fill(this.chart, chart.element);
    this.moveTo(this._number);
  }

  _fillTable() {
    if (!this._disclosure.open) return;
    const { lines, every, label } = this._measure;
    const names = this.replay.about.players.map((player) => player.name);
    const count = Math.floor(this.replay.last / every) + 1;
    const step = Math.ceil(count / TABLE_ROWS);
    const rows = Array.from({ length: Math.ceil(count / step) }, (_, index) => {
      const round = index * step * every;
      const values = lines.map((line) => valueAt(line, every, round));
      return [String(round), ...values.map((value) => (value === null ? "–" : shortValue(value)))];
    });
    fill(this._table, table(label, ["round", ...names], rows));
  }
}
