// Patterns by which the ground of seats differs: tiles of half a cell.

import { PATTERNS } from "../base/colours.js";

const WIDTH = 0.06; // of a line, in cells

export class Patterns {
  constructor(grid) {
    this.grid = grid;
    this._made = new Map();
  }

  /** The colours or the size have changed. */
  forget() {
    this._made.clear();
  }

  get(pen, { pattern, colour: name }, colour) {
    const key = `${pattern} ${name}`;
    if (!this._made.has(key)) this._made.set(key, pen.createPattern(this._tile(pattern, colour), "repeat"));
    const made = this._made.get(key);
    // Tiles have whole pixels: they are stretched to half a cell.
    const half = this.grid.cell / 2;
    made.setTransform(new DOMMatrix().scale(half / Math.round(half)));
    return made;
  }

  _tile(pattern, colour) {
    const side = Math.round(this.grid.cell / 2);
    const tile = new OffscreenCanvas(side, side);
    const pen = tile.getContext("2d");
    pen.strokeStyle = colour;
    pen.lineWidth = Math.max(1, WIDTH * this.grid.cell);
    pen.lineCap = "round";
    // What reaches over the edge of a tile comes in on the other side.
    for (const down of [-1, 0, 1]) {
      for (const across of [-1, 0, 1]) {
        pen.beginPath();
        for (const [x, y, toX, toY] of PATTERNS[pattern]) {
          pen.moveTo((x + across) * side, (y + down) * side);
          pen.lineTo((toX + across) * side, (toY + down) * side);
        }
        pen.stroke();
      }
    }
    return tile;
  }
}
