// The clocks of all seats over the match, and what they take their positions for.

import { palette, seatColour } from "../base/palette.js";

const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3], [1, 2], [12, 4]];

export class Chart {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas, about, jump) {
    this.canvas = canvas;
    this.about = about;
    this._picture = null;
    this.hides = () => false; // whether what a seat does is not to be seen
    canvas.addEventListener("click", (event) => {
      const box = canvas.getBoundingClientRect();
      jump(((event.clientX - box.left) / box.width) * this.about.last);
    });
  }

  forget() {
    this._picture = null;
  }

  draw(number) {
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
    const x = (number / Math.max(this.about.last, 1)) * width;
    pen.fillStyle = palette().mark;
    pen.fillRect(Math.min(x, width - scale), 0, Math.max(1, scale), height);
  }

  _drawn(width, height, scale) {
    const picture = new OffscreenCanvas(width, height);
    const pen = picture.getContext("2d");
    const lanes = this._lanes();
    const share = height / lanes.length;
    for (const [place, lane] of lanes.entries()) {
      const gap = place ? 4 * scale : 0;
      this._lane(pen, lane, { top: place * share + gap, height: share - gap, width, scale });
    }
    return picture;
  }

  /** What is drawn below each other: lines by seat, the ends of their axis, and a label. */
  _lanes() {
    const { series } = this.about;
    const [bank, wall, value] = [series.bank, series.wall, series.value].map((each) => this._seen(each));
    const times = wall.map((line) => line.map((time) => time && time / 1000));
    const lanes = [
      { lines: bank, low: 0, high: greatest(bank), label: "bank, ms" },
      { lines: times, low: 0, high: greatest(times), label: "longest move, ms" },
    ];
    // Every bot has a unit of its own: each line is drawn against its own greatest value.
    const shares = value.map((line) => line.map((each) => each && each / greatest([line])));
    const isKnown = value.some((line) => line.some((each) => each !== null));
    return isKnown ? [...lanes, { lines: shares, low: -1, high: 1, label: "value" }] : lanes;
  }

  /** The lines of those seats that are to be seen. */
  _seen(lines) {
    return lines.map((line, seat) => (this.hides(seat) ? [] : line));
  }

  _lane(pen, { lines, low, high, label }, { top, height, width, scale }) {
    const rounds = Math.max(this.about.last, 1);
    const inset = 2 * scale;
    const x = (place) => (place * this.about.series.width * width) / rounds;
    const y = (value) =>
      top + height - inset - ((height - 2 * inset) * (value - low)) / (high - low);
    const colours = palette();
    pen.fillStyle = colours.grid;
    pen.fillRect(0, top, width, height);
    pen.fillStyle = colours.edge;
    if (low < 0) pen.fillRect(0, y(0), width, scale);
    lines.forEach((line, seat) => this._line(pen, line, seat, x, y, scale));
    pen.fillStyle = colours.faint;
    pen.font = `${11 * scale}px ui-sans-serif, system-ui, sans-serif`;
    pen.textBaseline = "top";
    const told =
      low < 0 ? label : `${label}, up to ${high < 10 ? high.toFixed(1) : Math.round(high)}`;
    pen.fillText(told, 6 * scale, top + 4 * scale);
  }

  _line(pen, line, seat, x, y, scale) {
    pen.strokeStyle = seatColour(seat);
    pen.setLineDash(DASHES[seat % DASHES.length].map((length) => length * scale));
    pen.lineWidth = 1.5 * scale;
    pen.beginPath();
    let isDrawing = false;
    for (const [place, value] of line.entries()) {
      if (value !== null && isDrawing) pen.lineTo(x(place), y(value));
      else if (value !== null) pen.moveTo(x(place), y(value));
      isDrawing = value !== null;
    }
    pen.stroke();
    pen.setLineDash([]);
  }
}

/** The greatest value of some lines, whatever its sign; never 0. */
function greatest(lines) {
  return Math.max(1e-9, ...lines.flat().map((value) => Math.abs(value ?? 0)));
}
