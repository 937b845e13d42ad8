// A line plot as SVG, with round numbers on the axes and names at the ends of the lines.

import { Chart, ticks } from "../base/chart.js";
import { el, fill, svg } from "../base/dom.js";

const EDGES = { left: 52, right: 14, top: 12, bottom: 28 };
const STROKE_DASHES = ["", "7 3", "2 3", "9 3 2 3"];
const STROKE_COLOURS = 6;
const NAME_WIDTH = 130;
const NAME_HEIGHT = 15;
const NAME_LETTERS = 18;

/** A plot over numbers of matches that fills the width of its parent. */
export class Plot {
  constructor(className = "") {
    this.element = el("div", { class: `curves ${className}` });
    this._observer = new ResizeObserver(() => this._draw());
    this._observer.observe(this.element);
  }

  /**
   * @param {number} height
   * @param {Array<number>} matches values of the lower axis, common to all lines
   * @param {Array<Object>} lines each with a `name`, its `index`, which chooses colour and dashes,
   *   its `values`, and optionally `ends`, the interval at its end
   * @param {Object} options `label` of the plot, named `levels`, and the `least` padding
   */
  show(height, matches, lines, options) {
    this._shown = [height, matches, lines, options];
    this._draw();
  }

  _draw() {
    const width = this.element.clientWidth;
    if (!this._shown || !width) return;
    const [height, matches, lines, options] = this._shown;
    const isEmpty = matches.length < 2 || !lines.length;
    const reason = matches.length < 2 ? "There are too few matches for a curve." : "No bot is selected.";
    if (isEmpty) fill(this.element, el("p.empty", reason));
    else fill(this.element, linePlot(width, height, matches, lines, options));
  }

  close() {
    this._observer.disconnect();
  }
}

/** The colour and the dashes of a line: dashes differ when the colours are used up. */
function strokeOf(index) {
  const dash = STROKE_DASHES[Math.floor(index / STROKE_COLOURS) % STROKE_DASHES.length];
  return { class: `line stroke-${index % STROKE_COLOURS}`, "stroke-dasharray": dash };
}

/** A sample of a line; empty without an index. */
export function strokeSample(index) {
  const line = index === null ? [] : [svg("line", { ...strokeOf(index), x1: 1, x2: 25, y1: 4, y2: 4 })];
  return svg("svg", { viewBox: "0 0 26 8", "aria-hidden": "true" }, ...line);
}

function linePlot(width, height, at, lines, { label, levels = [], least: leastPadding = 5 }) {
  const isNamed = lines.length <= 12 && width > 520;
  const edges = { ...EDGES, right: EDGES.right + (isNamed ? NAME_WIDTH : 0) };
  const known = lines
    .flatMap((line) => [...line.values, ...(line.ends ?? [])])
    .concat(levels.map((level) => level.value))
    .filter((value) => value !== null && value !== undefined);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const padding = Math.max((high - low) * 0.06, leastPadding);
  const [least, most] = [low - padding, high + padding];
  const axis = { ticks: ticks(least, most, 5), share: (value) => (value - least) / (most - least) };
  const chart = new Chart([width, height], [Math.min(at[0], 0), at.at(-1)], axis, edges);
  chart.element.setAttribute("role", "img");
  chart.element.setAttribute("aria-label", label);
  for (const { name, value } of levels) {
    chart.addLevel("level", value);
    chart.addText(EDGES.left + 6, chart.y(value) - 5, name);
  }
  for (const line of lines) addCurve(chart, at, line);
  if (isNamed) addNames(chart, lines, chart.x(at.at(-1)) + 8);
  return chart.element;
}

/** A line through its known values, and the interval at its end. */
function addCurve(chart, at, { name, index, values, ends }) {
  const look = strokeOf(index);
  const points = values.map((value, number) => [at[number], value]).filter(([, value]) => value !== null);
  chart.addLine(points, look, svg("title", {}, name));
  if (!ends) return;
  const [low, high] = ends.map((value) => chart.y(value));
  chart.add("path", { class: look.class, d: `M${chart.x(at.at(-1)) - 4} ${low}h8m-4 0V${high}m-4 0h8` });
}

/** Names at the ends of the lines, moved apart. */
function addNames(chart, lines, x) {
  const ends = lines
    .map(({ name, index, values }) => ({ name, index, value: values.findLast((value) => value !== null) }))
    .filter((each) => each.value !== undefined)
    .map((each) => ({ ...each, y: chart.y(each.value) }))
    .sort((one, other) => one.y - other.y);
  ends.forEach((each, number) => {
    if (number) each.y = Math.max(each.y, ends[number - 1].y + NAME_HEIGHT);
  });
  let lowest = chart.bottom;
  for (const each of [...ends].reverse()) {
    each.y = Math.min(each.y, lowest);
    lowest = each.y - NAME_HEIGHT;
  }
  for (const { name, index, y } of ends) {
    const short = name.length > NAME_LETTERS ? `${name.slice(0, NAME_LETTERS - 1)}…` : name;
    chart.add("text", { class: `line-name stroke-${index % STROKE_COLOURS}`, x, y: y + 4 }, short);
  }
}
