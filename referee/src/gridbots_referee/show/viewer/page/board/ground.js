// What lies below everything that moves: the board, ground that belongs to seats, blocks, fog.

import { hatch, palette, seatColour } from "../base/palette.js";

export class Ground {
  constructor(grid) {
    this.grid = grid;
    this._hatches = new Map();
  }

  forgetColours() {
    this._hatches.clear();
  }

  draw(pen, marks) {
    this._board(pen);
    this._areas(pen, marks.area);
    for (const mark of marks.block) this._block(pen, mark);
  }

  _board(pen) {
    const { grid } = this;
    const colours = palette();
    pen.fillStyle = colours.ground;
    pen.fillRect(0, 0, grid.width, grid.height);
    pen.strokeStyle = colours.grid;
    pen.lineWidth = Math.max(1, Math.round(grid.scale));
    pen.beginPath();
    for (let row = 1; row < grid.rows; row += 1) {
      pen.moveTo(0, row * grid.cell + 0.5);
      pen.lineTo(grid.width, row * grid.cell + 0.5);
    }
    for (let column = 1; column < grid.columns; column += 1) {
      pen.moveTo(column * grid.cell + 0.5, 0);
      pen.lineTo(column * grid.cell + 0.5, grid.height);
    }
    pen.stroke();
    pen.strokeStyle = colours.edge;
    pen.lineWidth = Math.max(1, Math.round(1.5 * grid.scale));
    pen.strokeRect(0, 0, grid.width, grid.height);
  }

  _hatch(pen, seat) {
    if (!this._hatches.has(seat)) {
      this._hatches.set(seat, hatch(pen, seat, Math.ceil(this.grid.scale)));
    }
    return this._hatches.get(seat);
  }

  /** Ground with a pattern of its owner's, and an edge around it. */
  _areas(pen, areas) {
    const owners = new Map(areas.map((mark) => [mark.cell, mark.seat]));
    for (const { cell, seat } of areas) {
      pen.globalAlpha = 0.3;
      pen.fillStyle = seatColour(seat);
      this._fill(pen, cell);
      pen.globalAlpha = 1;
      pen.fillStyle = this._hatch(pen, seat);
      this._fill(pen, cell);
    }
    pen.lineWidth = Math.max(1, Math.round(this.grid.cell / 14));
    pen.lineCap = "square";
    for (const { cell, seat } of areas) this._edge(pen, cell, seat, owners);
  }

  _fill(pen, cell) {
    const { grid } = this;
    pen.fillRect(grid.left(cell), grid.top(cell), grid.cell, grid.cell);
  }

  /** Lines on those sides of a cell where another's ground begins. */
  _edge(pen, cell, seat, owners) {
    const { grid } = this;
    const [left, top] = [grid.left(cell), grid.top(cell)].map((side) => side + pen.lineWidth / 2);
    const [right, bottom] = [left, top].map((side) => side + grid.cell - pen.lineWidth);
    const corners = [[left, top], [right, top], [right, bottom], [left, bottom]]; // prettier-ignore
    pen.strokeStyle = seatColour(seat);
    pen.beginPath();
    for (let heading = 0; heading < 4; heading += 1) {
      if (owners.get(grid.next(cell, heading)) === seat) continue;
      pen.moveTo(...corners[heading]);
      pen.lineTo(...corners[(heading + 1) % 4]);
    }
    pen.stroke();
  }

  _block(pen, { cell }) {
    const { grid } = this;
    const inset = grid.cell * 0.06;
    const side = grid.cell - 2 * inset;
    pen.fillStyle = palette().block;
    pen.beginPath();
    pen.roundRect(grid.left(cell) + inset, grid.top(cell) + inset, side, side, grid.cell * 0.12);
    pen.fill();
  }

  drawFog(pen, fog) {
    pen.fillStyle = palette().fog;
    pen.globalAlpha = 0.7;
    for (const { cell } of fog) this._fill(pen, cell);
    pen.globalAlpha = 1;
  }
}
