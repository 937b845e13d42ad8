// Where things are on a canvas: cells of a board that may be left by one on every side.

export const ROWS = [-1, 0, 1, 0]; // by direction, clockwise from up
export const COLUMNS = [0, 1, 0, -1];
const LEAST = 6; // pixels of a cell
const MOST = 56;

export class Grid {
  constructor({ rows, columns }) {
    this.rows = rows;
    this.columns = columns;
    this.stride = columns + 2;
    this.cell = 0; // pixels of the canvas
    this.margin = 0;
    this.scale = 1; // of those, so many are one of the page's
  }

  /** Choose the size of a cell such that the board fits into so many pixels of the page. */
  fit(width, height) {
    this.scale = Math.min(devicePixelRatio || 1, 3);
    const cell = Math.min(width / (this.columns + 0.5), height / (this.rows + 0.5));
    const side = Math.max(LEAST, Math.min(MOST, Math.floor(cell * this.scale) / this.scale));
    this.cell = Math.round(side * this.scale);
    this.margin = Math.round(this.cell / 4);
  }

  get width() {
    return this.columns * this.cell;
  }

  get height() {
    return this.rows * this.cell;
  }

  /** Whether letters in a cell can be read. */
  get isLegible() {
    return this.cell / this.scale >= 14;
  }

  left(cell) {
    return ((cell % this.stride) - 1) * this.cell;
  }

  top(cell) {
    return (Math.floor(cell / this.stride) - 1) * this.cell;
  }

  middle(cell) {
    return [this.left(cell) + this.cell / 2, this.top(cell) + this.cell / 2];
  }

  next(cell, heading) {
    return cell + ROWS[heading] * this.stride + COLUMNS[heading];
  }

  /** The direction from a cell to its neighbour; -1 for any other cell. */
  heading(cell, other) {
    return [-this.stride, 1, this.stride, -1].indexOf(other - cell);
  }

  isOn(row, column) {
    return row >= 0 && column >= 0 && row < this.rows && column < this.columns;
  }
}
