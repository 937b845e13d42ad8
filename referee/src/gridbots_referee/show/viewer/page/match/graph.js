// A large graph of the match: one measure of all seats, with a crosshair for mouse and keyboard.

import { announce, el, fill } from "../base/dom.js";
import { palette, seatColour, seatDashes } from "../base/palette.js";
import { axisTicks, measuresOf, valueAt } from "./measures.js";

const SIDE = 52; // pixels at both sides, so that the middle is the middle of the match
const TOP = 10;
const BOTTOM = 24;
const ROWS_OF_TABLE = 40;

export class Graph {
  /** @param {function(number): void} jump */
  constructor(replay, jump) {
    this.replay = replay;
    this.hides = () => false; // whether what a seat does is not to be seen
    this._jump = jump;
    this._picture = null;
    this._cursor = null; // the round under the mouse, or chosen by keys
    this._number = 0;
    this._choice = el("select", { "aria-label": "Measure", onchange: () => this.forget() });
    this._told = el("output", { class: "values" });
    this.canvas = el("canvas", {
      class: "chart",
      role: "img",
      tabIndex: 0,
      onpointermove: (event) => this._point(event),
      onpointerleave: () => this._look(null),
      onclick: (event) => jump(this._roundAt(event)),
      onkeydown: (event) => this._press(event),
    });
    this._table = el("div", { class: "scroll" });
    this._tables = el(
      "details",
      { ontoggle: () => this._fillTable() },
      el("summary", {}, "As a table"),
      this._table,
    );
    this.element = el(
      "section",
      { class: "graph", "aria-label": "Graph" },
      el("label", { class: "choice" }, "Graph", this._choice),
      this.canvas,
      this._told,
      this._tables,
    );
    this._measured = null; // what the frames say, once it is fetched
    this.forget();
  }

  /** Fetch what has to be computed of the frames. */
  async measure() {
    try {
      this._measured = await this.replay.fetchMeasures();
    } catch {
      this._measured = null; // it is not told while one plays, nor by every site
    }
    this.forget();
    return this._measured;
  }

  /** The measures have changed, or how they look. */
  forget() {
    this._picture = null;
    this.measures = measuresOf(this.replay.about, this._measured, this.hides);
    const chosen = this._choice.value;
    fill(this._choice, ...this.measures.map(({ name, label }) => el("option", { value: name }, label)));
    if (this.measures.some(({ name }) => name === chosen)) this._choice.value = chosen;
    this._fillTable();
    if (this.canvas.isConnected) this.draw(this._number);
  }

  get _measure() {
    return this.measures[Math.max(0, this._choice.selectedIndex)];
  }

  _point(event) {
    this._look(this._roundAt(event));
  }

  _roundAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const share = (event.clientX - box.left - SIDE) / Math.max(1, box.width - 2 * SIDE);
    return Math.round(Math.max(0, Math.min(1, share)) * this.replay.last);
  }

  _look(round) {
    this._cursor = round;
    this.draw(this._number);
  }

  /** Arrow keys move the crosshair, Enter goes to its round. */
  _press(event) {
    const here = this._cursor ?? this._number;
    const step = event.shiftKey ? Math.max(1, Math.round(this.replay.last / 20)) : 1;
    const next = { ArrowRight: here + step, ArrowLeft: here - step, Home: 0, End: this.replay.last };
    if (event.key in next) {
      this._look(Math.max(0, Math.min(this.replay.last, next[event.key])));
      announce(this._told.textContent);
    } else if (event.key === "Enter") this._jump(here);
    else if (event.key === "Escape") this._look(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  draw(number) {
    this._number = number;
    const scale = devicePixelRatio || 1;
    const width = Math.max(1, Math.round(this.canvas.clientWidth * scale));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * scale));
    if (!this._picture || this._picture.width !== width || this._picture.height !== height) {
      this._picture = this._drawn(width, height, scale);
    }
    this.canvas.width = width;
    this.canvas.height = height;
    const pen = this.canvas.getContext("2d");
    pen.drawImage(this._picture, 0, 0);
    pen.scale(scale, scale);
    const frame = this._frame(width / scale, height / scale);
    this._line(pen, frame, number, palette().mark, 1);
    if (this._cursor !== null) this._line(pen, frame, this._cursor, palette().faint, 1);
    this._tell(this._cursor ?? number);
  }

  _frame(width, height) {
    const rounds = Math.max(this.replay.last, 1);
    return {
      width,
      height,
      x: (round) => SIDE + ((width - 2 * SIDE) * round) / rounds,
      y: (share) => height - BOTTOM - (height - BOTTOM - TOP) * share,
    };
  }

  _line(pen, { x, height }, round, colour, width) {
    pen.fillStyle = colour;
    pen.fillRect(x(round) - width / 2, TOP, width, height - BOTTOM - TOP);
  }

  _tell(round) {
    const { players } = this.replay.about;
    const { lines, every, unit } = this._measure;
    const values = players.map((player, seat) => {
      const value = this.hides(seat) ? null : valueAt(lines[seat], every, round);
      return `${player.name} ${value === null ? "–" : `${shortValue(value)}${unit}`}`;
    });
    this._told.textContent = `Round ${round}: ${values.join(", ")}`;
    this.canvas.setAttribute("aria-label", `${this._measure.name}. ${this._told.textContent}`);
  }

  _drawn(width, height, scale) {
    const picture = new OffscreenCanvas(width, height);
    const pen = picture.getContext("2d");
    pen.scale(scale, scale);
    const frame = this._frame(width / scale, height / scale);
    const { lines, every } = this._measure;
    const axis = axisTicks(lines, this._measure.isLog);
    this._axes(pen, frame, axis);
    lines.forEach((line, seat) => this._curve(pen, frame, axis, line, every, seat));
    this._events(pen, frame);
    return picture;
  }

  _axes(pen, { x, y, width, height }, axis) {
    const colours = palette();
    pen.font = "11px ui-sans-serif, system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    for (const value of axis.ticks) {
      const place = y(axis.share(value));
      pen.fillStyle = colours.grid;
      pen.fillRect(SIDE, place, width - 2 * SIDE, 1);
      pen.fillStyle = colours.faint;
      pen.fillText(shortValue(value), SIDE - 6, place);
    }
    pen.textAlign = "center";
    for (const round of axisTicks([[0, this.replay.last]]).ticks) {
      if (round <= this.replay.last) pen.fillText(String(round), x(round), height - 8);
    }
  }

  _curve(pen, { x, y }, axis, line, every, seat) {
    pen.strokeStyle = seatColour(seat);
    pen.setLineDash(seatDashes(seat));
    pen.lineWidth = 1.75;
    pen.lineJoin = "round";
    pen.beginPath();
    let isDrawing = false;
    for (const [place, value] of line.entries()) {
      const share = axis.share(value);
      if (share !== null) pen[isDrawing ? "lineTo" : "moveTo"](x(place * every), y(share));
      isDrawing = share !== null;
    }
    pen.stroke();
    pen.setLineDash([]);
  }

  /** Where warnings and eliminations were. */
  _events(pen, { x, height }) {
    for (const { frame, seat, kind } of this.replay.about.events) {
      if (this.hides(seat)) continue;
      pen.fillStyle = kind === "out" ? palette().mark : seatColour(seat);
      pen.fillRect(x(frame) - 1, height - BOTTOM + 1, 2, kind === "out" ? 8 : 5);
    }
  }

  _fillTable() {
    if (!this._tables.open) return;
    const { lines, every, label } = this._measure;
    const { players } = this.replay.about;
    const count = Math.floor(this.replay.last / every) + 1;
    const step = Math.ceil(count / ROWS_OF_TABLE);
    const rounds = Array.from({ length: Math.ceil(count / step) }, (_, row) => row * step * every);
    fill(
      this._table,
      el(
        "table",
        {},
        el("caption", {}, label),
        el("thead", {}, el("tr", {}, ...["round", ...players.map((each) => each.name)].map(headCell))),
        el("tbody", {}, ...rounds.map((round) => tableRow(round, lines, every))),
      ),
    );
  }
}

function headCell(text) {
  return el("th", { scope: "col" }, text);
}

function tableRow(round, lines, every) {
  const values = lines.map((line) => valueAt(line, every, round));
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, String(round)),
    ...values.map((value) => el("td", { class: "right" }, value === null ? "–" : shortValue(value))),
  );
}

export function shortValue(value) {
  const size = Math.abs(value);
  if (size >= 10000) return `${Math.round(value / 100) / 10}k`;
  return String(Number(value.toPrecision(size >= 1000 ? 4 : 3)));
}
