// Expected score of each seat over the match, with what turned it.

import { palette, seatColour, seatDashes } from "../base/palette.js";

const SIZES = { blunder: 5, mistake: 4, inaccuracy: 3 };

export class ScoreGraph {
  /** @param {function(number): void} jump called with the round that was clicked */
  constructor(canvas, last, jump) {
    this.canvas = canvas;
    this._last = Math.max(last, 1);
    this._moves = [];
    canvas.addEventListener("click", (event) => {
      const box = canvas.getBoundingClientRect();
      jump(Math.round(((event.clientX - box.left) / box.width) * this._last));
    });
  }

  show(moves) {
    this._moves = moves.filter((move) => move.expected !== null);
  }

  draw(number) {
    const { canvas } = this;
    const scale = devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * scale));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * scale));
    const pen = canvas.getContext("2d");
    const colours = palette();
    pen.fillStyle = colours.grid;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = colours.edge;
    pen.fillRect(0, this._y(0.5), canvas.width, scale);
    pen.fillStyle = colours.faint;
    pen.font = `${11 * scale}px ui-sans-serif, system-ui, sans-serif`;
    pen.textBaseline = "top";
    pen.fillText("100 %", 4 * scale, 3 * scale);
    pen.textBaseline = "bottom";
    pen.fillText("0 %", 4 * scale, canvas.height - 3 * scale);
    const seats = [...new Set(this._moves.map((move) => move.seat))].sort((a, b) => a - b);
    for (const seat of seats) this._line(pen, seat, scale);
    for (const move of this._moves) if (move.verdict) this._mark(pen, move, scale);
    pen.fillStyle = colours.mark;
    pen.fillRect(Math.min(this._x(number), canvas.width - scale), 0, scale, canvas.height);
  }

  _x(round) {
    return (round / this._last) * this.canvas.width;
  }

  _y(share) {
    const inset = this.canvas.height * 0.06;
    return inset + (this.canvas.height - 2 * inset) * (1 - share);
  }

  _line(pen, seat, scale) {
    pen.strokeStyle = seatColour(seat);
    pen.setLineDash(seatDashes(seat).map((length) => length * scale));
    pen.lineWidth = 1.8 * scale;
    pen.beginPath();
    const moves = this._moves.filter((move) => move.seat === seat);
    moves.forEach((move, place) => {
      const isNext = place > 0;
      pen[isNext ? "lineTo" : "moveTo"](this._x(move.round), this._y(move.expected));
    });
    const end = moves.at(-1);
    if (end && end.expected_after !== null) {
      pen.lineTo(this._x(end.round + 1), this._y(end.expected_after));
    }
    pen.stroke();
    pen.setLineDash([]);
  }

  /** The worse, the larger; a blunder is filled, others are rings. */
  _mark(pen, move, scale) {
    pen.beginPath();
    pen.arc(this._x(move.round), this._y(move.expected), SIZES[move.verdict] * scale, 0, 7);
    pen.fillStyle = move.verdict === "blunder" ? seatColour(move.seat) : palette().ground;
    pen.fill();
    pen.strokeStyle = palette().mark;
    pen.lineWidth = 1.5 * scale;
    pen.stroke();
  }
}
