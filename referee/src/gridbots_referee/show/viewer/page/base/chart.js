// Charts as SVG, with round numbers on their axes.

import { svg } from "./dom.js";

export class Chart {
  /**
   * @param {[number, number]} size width and height in pixels
   * @param {[number, number]} ends of the lower axis
   * @param {Object} axis the left axis: its `ticks`, the `share` of a value from 0 to 1, and the
   *   `text` of a tick
   * @param {{left: number, right: number, top: number, bottom: number}} edges around the area
   */
  constructor([width, height], [first, last], axis, edges) {
    const { left, right, top, bottom } = edges;
    this._edges = edges;
    this._first = first;
    this._span = Math.max(last - first, 1e-9);
    this._width = Math.max(width - left - right, 1);
    this._share = axis.share;
    this.bottom = height - bottom;
    this._height = height - bottom - top;
    this.element = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}` });
    for (const value of axis.ticks) {
      this.addLevel("rule", value);
      this.addText(left - 6, this.y(value) + 4, (axis.text ?? shortValue)(value), "end");
    }
    for (const value of ticks(first, last, 5)) {
      this.addText(this.x(value), height - 9, shortValue(value), "middle");
    }
  }

  /** The horizontal position of a value. */
  x(value) {
    return this._edges.left + (this._width * (value - this._first)) / this._span;
  }

  /** The vertical position of a value, or null. */
  y(value) {
    const share = this._share(value);
    return share === null ? null : this.bottom - this._height * share;
  }

  /** The value on the lower axis under the pointer. */
  valueAt({ clientX }) {
    const share = (clientX - this.element.getBoundingClientRect().left - this._edges.left) / this._width;
    return this._first + this._span * Math.max(0, Math.min(1, share));
  }

  add(tag, attributes, ...children) {
    const element = svg(tag, attributes, ...children);
    this.element.append(element);
    return element;
  }

  addText(x, y, text, anchor = "start") {
    this.add("text", { class: "tick", x, y, "text-anchor": anchor }, text);
  }

  /** A horizontal line at a value. */
  addLevel(name, value) {
    const [x1, x2] = [this._edges.left, this._edges.left + this._width];
    this.add("line", { class: name, x1, x2, y1: this.y(value), y2: this.y(value) });
  }

  /** A vertical line, which `moveCursor` puts at a value. */
  addCursor(name) {
    return this.add("line", { class: name, y1: this._edges.top, y2: this.bottom });
  }

  moveCursor(cursor, value) {
    cursor.setAttribute("visibility", value === null ? "hidden" : "visible");
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, this.x(value ?? 0));
  }

  /** A line through points; a point without a value interrupts it. */
  addLine(points, attributes, ...children) {
    let verb = "M";
    const parts = points.map(([at, value]) => {
      const y = this.y(value);
      const part = y === null ? "" : `${verb}${this.x(at).toFixed(1)} ${y.toFixed(1)}`;
      verb = y === null ? "M" : "L";
      return part;
    });
    return this.add("path", { d: parts.join(""), ...attributes }, ...children);
  }
}

/** The least of 1, 2 or 5 times a power of ten that divides a span into at most `count` parts. */
export function roundStep(span, count) {
  const rough = span / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((each) => each * power >= rough * 0.999);
}

/** The multiples of a step, from the first to the last factor. */
export function multiples(step, first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** The round numbers between two ends. */
export function ticks(least, most, count) {
  const step = roundStep(most - least, count);
  return multiples(step, Math.ceil(least / step), Math.floor(most / step));
}

/** A number with three or four digits. */
export function shortValue(value) {
  const size = Math.abs(value);
  const text =
    size >= 10_000 ? `${Math.round(size / 100) / 10}k` : String(Number(size.toPrecision(size >= 1000 ? 4 : 3)));
  return value < 0 ? `−${text}` : text;
}
