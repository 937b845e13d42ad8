// Where things are on a canvas: cells of a board that may be left by one on every side.

export const ROWS = [-1, 0, 1, 0]; // by direction, clockwise from up
export const COLUMNS = [0, 1, 0, -1];
const LEAST = 6; // pixels of a cell
const MOST = 56;
const AROUND = 0.8; // cells around the board: they hold what has left it
const REACH = 0.3; // so far beyond the edge the middle of that is drawn

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
    const cell = Math.min(
      width / (this.columns + 2 * AROUND),
      height / (this.rows + 2 * AROUND),
    );
    const side = Math.max(LEAST, Math.min(MOST, Math.floor(cell * this.scale) / this.scale));
    this.cell = Math.round(side * this.scale);
    this.margin = Math.ceil(AROUND * this.cell);
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

  column(cell) {
    return (cell % this.stride) - 1;
  }

  row(cell) {
    return Math.floor(cell / this.stride) - 1;
  }

  /** Where the middle of a cell is drawn, in cells: off the board not farther than REACH. */
  middle(cell) {
    return [
      Math.min(Math.max(this.column(cell) + 0.5, -REACH), this.columns + REACH),
      Math.min(Math.max(this.row(cell) + 0.5, -REACH), this.rows + REACH),
    ];
  }

  code(row, column) {
    return (row + 1) * this.stride + column + 1;
  }

  next(cell, heading) {
    return cell + ROWS[heading] * this.stride + COLUMNS[heading];
  }

  isOn(row, column) {
    return row >= 0 && column >= 0 && row < this.rows && column < this.columns;
  }
}
