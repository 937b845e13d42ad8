// Paints the shapes of symbols on a canvas: the page's part of the renderer. It knows no kinds.

import { palette } from "../base/palette.js";
import { outlineOf } from "./outline.js";
import { Patterns } from "./patterns.js";
import { borderOf, tilesOf } from "./regions.js";

export class Painter {
  constructor(grid) {
    this.grid = grid;
    this._patterns = new Patterns(grid);
    this._paints = {
      path: (shape, points) => this._path(shape, points),
      polygon: (shape, [place]) => this._polygon(shape, place),
      disc: (shape, [place]) => this._disc(shape, place),
      text: (shape, [place], text) => this._text(shape, place, text),
    };
    this._fills = {
      tiles: (shape, cells) => this._fill(shape.colour, tilesOf(this.grid, shape, cells)),
      hatch: (shape, cells) => this._hatch(shape, cells),
      border: (shape, cells) => this._fill(shape.colour, borderOf(this.grid, shape, cells)),
    };
  }

  forgetColours() {
    this._patterns.forget();
  }

  /** The pen of a canvas, with the corner of the board as origin. */
  begin(pen) {
    this.pen = pen;
    this._colours = palette();
    pen.lineJoin = "round";
  }

  /** The empty board. */
  board() {
    const { pen, grid } = this;
    pen.fillStyle = this._colours.ground;
    pen.fillRect(-grid.margin, -grid.margin, pen.canvas.width, pen.canvas.height);
    pen.strokeStyle = this._colours.grid;
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
    pen.strokeStyle = this._colours.edge;
    pen.lineWidth = Math.max(1, Math.round(1.5 * grid.scale));
    pen.strokeRect(0, 0, grid.width, grid.height);
  }

  /** A symbol: a stamp or a line at these points, in cells, or a region of cells. */
  symbol({ form, shapes }, cells, points, text) {
    for (const shape of shapes) {
      this.pen.globalAlpha = shape.opacity ?? 1;
      if (form === "region") this._fills[shape.shape](shape, cells);
      else this._paints[shape.shape](shape, this._moved(shape, form, points), text);
    }
    this.pen.globalAlpha = 1;
  }

  /** The points of a line are its own; those of a path in a stamp lie about its place. */
  _moved(shape, form, points) {
    if (form === "line" || shape.shape !== "path") return points;
    const [x, y] = points[0];
    return shape.points.map(([dx, dy]) => [x + dx, y + dy]);
  }

  _fill(colour, path) {
    this.pen.fillStyle = this._colours[colour];
    this.pen.fill(path);
  }

  _path(shape, points) {
    const { pen, grid } = this;
    if (shape.taper) {
      this._fill(shape.colour, outlineOf(points, shape, grid.cell));
      return;
    }
    pen.strokeStyle = this._colours[shape.colour];
    pen.lineWidth = Math.max(1, shape.width * grid.cell);
    pen.lineCap = shape.dashes ? "butt" : "round";
    pen.setLineDash((shape.dashes ?? []).map((length) => length * grid.cell));
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x * grid.cell, y * grid.cell);
    if (shape.closed) pen.closePath();
    // A line of no length would not be drawn.
    else if (points.length === 1) pen.lineTo(points[0][0] * grid.cell, points[0][1] * grid.cell);
    pen.stroke();
    pen.setLineDash([]);
  }

  _polygon(shape, [x, y]) {
    const { cell } = this.grid;
    this.pen.beginPath();
    for (const [dx, dy] of shape.points) this.pen.lineTo((x + dx) * cell, (y + dy) * cell);
    this.pen.closePath();
    this._paint(shape);
  }

  _disc(shape, [x, y]) {
    const { cell } = this.grid;
    this.pen.beginPath();
    this.pen.arc((x + shape.x) * cell, (y + shape.y) * cell, shape.radius * cell, 0, 7);
    this._paint(shape);
  }

  /** Fill what was begun, and its edge if it has one. */
  _paint({ fill, edge, width }) {
    const { pen } = this;
    pen.fillStyle = this._colours[fill];
    pen.fill();
    if (!edge) return;
    pen.strokeStyle = this._colours[edge];
    pen.lineWidth = Math.max(1, width * this.grid.cell);
    pen.stroke();
  }

  _text(shape, [x, y], text) {
    const { pen, grid } = this;
    if (!grid.isLegible) return;
    const size = shape.size * grid.cell;
    pen.fillStyle = this._colours[shape.colour];
    pen.font = `700 ${size}px ui-sans-serif, system-ui, sans-serif`;
    pen.textAlign = "center";
    // Digits reach 0.36 of the size above and below their middle.
    pen.fillText(
      shape.text || text,
      (x + shape.x) * grid.cell,
      (y + shape.y) * grid.cell + 0.36 * size,
    );
  }

  _hatch(shape, cells) {
    this.pen.fillStyle = this._patterns.get(this.pen, shape, this._colours[shape.colour]);
    this.pen.fill(tilesOf(this.grid, {}, cells));
  }
}
