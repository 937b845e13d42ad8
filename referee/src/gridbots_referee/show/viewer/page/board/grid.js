// The geometry of a board on a canvas. Cells may lie one step outside the board on every side.

import { COLUMN_STEPS, LEGIBLE, MARGIN, REACH, ROW_STEPS } from "../base/drawing.js";

const SMALLEST = 6; // pixels of a cell
const LARGEST = 56;

export class Grid {
  constructor({ rows, columns }) {
    this.rows = rows;
    this.columns = columns;
    this.stride = columns + 2;
    this.cell = 0; // side of a cell in pixels of the canvas
    this.margin = 0;
    this.scale = 1; // pixels of the canvas per pixel of the page
  }

  /** Choose the size of a cell so that the board fits into an area, in pixels of the page. */
  fit(width, height) {
    this.scale = Math.min(devicePixelRatio || 1, 3);
    const cell = Math.min(width / (this.columns + 2 * MARGIN), height / (this.rows + 2 * MARGIN));
    const side = Math.max(SMALLEST, Math.min(LARGEST, Math.floor(cell * this.scale) / this.scale));
    this.cell = Math.round(side * this.scale);
    this.margin = Math.ceil(MARGIN * this.cell);
  }

  get width() {
    return this.columns * this.cell;
  }

  get height() {
    return this.rows * this.cell;
  }

  /** Whether text in a cell can be read. */
  get isLegible() {
    return this.cell / this.scale >= LEGIBLE;
  }

  column(cell) {
    return (cell % this.stride) - 1;
  }

  row(cell) {
    return Math.floor(cell / this.stride) - 1;
  }

  /** The middle of a cell, in cells; cells outside the board are drawn at most REACH beyond its edge. */
  middle(cell) {
    return [
      Math.min(Math.max(this.column(cell) + 0.5, -REACH), this.columns + REACH),
      Math.min(Math.max(this.row(cell) + 0.5, -REACH), this.rows + REACH),
    ];
  }

  code(row, column) {
    return (row + 1) * this.stride + column + 1;
  }

  neighbour(cell, heading) {
    return cell + ROW_STEPS[heading] * this.stride + COLUMN_STEPS[heading];
  }
}
