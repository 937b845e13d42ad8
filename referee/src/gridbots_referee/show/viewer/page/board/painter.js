// Paints the shapes of a display list on a canvas.

import { COLUMN_STEPS, PATTERNS, PATTERN_WIDTH, ROW_STEPS, TAIL } from "../base/drawing.js";
import { palette } from "../base/palette.js";

const TAPER_STEPS = 8; // parts of a cell with the same width, in a line that narrows

export class Painter {
  /** @param {Object} grid with its final size: patterns depend on it */
  constructor(grid) {
    this.grid = grid;
    this._patterns = new Map();
  }

  /** Start a picture with the empty board; the origin of `pen` is the corner of the board. */
  begin(pen) {
    const { grid } = this;
    this.pen = pen;
    this._colours = palette();
    pen.lineJoin = "round";
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

  /** Paint a symbol: a stamp or a line at `points`, in cells, or a region of `cells`. */
  symbol({ form, shapes }, cells, points, text) {
    for (const shape of shapes) {
      this.pen.globalAlpha = shape.opacity ?? 1;
      this[`_${shape.shape}`](shape, form === "region" ? cells : points, text, form);
    }
    this.pen.globalAlpha = 1;
  }

  /** A line has its own points; a path of a stamp has points relative to the stamp. */
  _path(shape, points, _, form) {
    if (shape.taper) this._taperedLine(shape, points);
    else this._line(shape, form === "line" ? points : offset(shape.points, points[0]));
  }

  _line(shape, points) {
    const { pen, grid } = this;
    pen.strokeStyle = this._colours[shape.colour];
    pen.lineWidth = Math.max(1, shape.width * grid.cell);
    pen.lineCap = shape.dashes ? "butt" : "round";
    pen.setLineDash((shape.dashes ?? []).map((length) => length * grid.cell));
    this._trace(points);
    if (shape.closed) pen.closePath();
    // A canvas does not draw a line with a single point.
    else if (points.length === 1) pen.lineTo(points[0][0] * grid.cell, points[0][1] * grid.cell);
    pen.stroke();
    pen.setLineDash([]);
  }

  /** A line that narrows over its last `taper` cells: short lines of falling width. */
  _taperedLine({ colour, width, taper }, points) {
    if (points.length === 1) this._line({ colour, width }, points);
    const parts = points.slice(1).map(([x, y], index) => {
      const [fromX, fromY] = points[index];
      return { x, y, across: fromX - x, down: fromY - y, length: Math.hypot(fromX - x, fromY - y) };
    });
    const narrows = Math.min(taper, parts.reduce((sum, { length }) => sum + length, 0)) || 1;
    let left = 0; // length of the line behind the current part
    for (const { x, y, across, down, length } of parts.reverse()) {
      const steps = left < narrows ? Math.ceil(length * TAPER_STEPS) : 1;
      const at = (step) => [x + (across * step) / steps, y + (down * step) / steps];
      for (let step = 0; step < steps; step += 1) {
        const share = Math.min(1, (left + (length * step) / steps) / narrows);
        this._line({ colour, width: width * (TAIL + (1 - TAIL) * share) }, [at(step), at(step + 1)]);
      }
      left += length;
    }
  }

  _polygon(shape, [place]) {
    this._trace(offset(shape.points, place));
    this.pen.closePath();
    this._fillWithEdge(shape);
  }

  _disc(shape, [[x, y]]) {
    const { cell } = this.grid;
    this.pen.beginPath();
    this.pen.arc((x + shape.x) * cell, (y + shape.y) * cell, shape.radius * cell, 0, 2 * Math.PI);
    this._fillWithEdge(shape);
  }

  _text(shape, [[x, y]], text) {
    const { pen, grid } = this;
    if (!grid.isLegible) return;
    const size = shape.size * grid.cell;
    pen.fillStyle = this._colours[shape.colour];
    pen.font = `700 ${size}px ui-sans-serif, system-ui, sans-serif`;
    pen.textAlign = "center";
    // Digits reach 0.36 of the font size above and below their middle.
    const baseline = (y + shape.y) * grid.cell + 0.36 * size;
    pen.fillText(shape.text || text, (x + shape.x) * grid.cell, baseline);
  }

  _tiles(shape, cells) {
    this._fill(shape.colour, tilesOf(this.grid, shape, cells));
  }

  _border(shape, cells) {
    this._fill(shape.colour, borderOf(this.grid, shape, cells));
  }

  _hatch(shape, cells) {
    this.pen.fillStyle = this._pattern(shape);
    this.pen.fill(tilesOf(this.grid, {}, cells));
  }

  _trace(points) {
    const { cell } = this.grid;
    this.pen.beginPath();
    for (const [x, y] of points) this.pen.lineTo(x * cell, y * cell);
  }

  _fill(colour, path) {
    this.pen.fillStyle = this._colours[colour];
    this.pen.fill(path);
  }

  /** Fill the current path, and stroke its edge if it has one. */
  _fillWithEdge({ fill, edge, width }) {
    const { pen } = this;
    pen.fillStyle = this._colours[fill];
    pen.fill();
    if (!edge) return;
    pen.strokeStyle = this._colours[edge];
    pen.lineWidth = Math.max(1, width * this.grid.cell);
    pen.stroke();
  }

  /** The pattern of a seat. Its tiles have whole pixels, and are stretched to half a cell. */
  _pattern({ pattern: number, colour }) {
    const half = this.grid.cell / 2;
    const side = Math.round(half);
    const key = `${number} ${this._colours[colour]}`;
    if (!this._patterns.has(key)) {
      const tile = this._patternTile(PATTERNS[number], this._colours[colour], side);
      this._patterns.set(key, this.pen.createPattern(tile, "repeat"));
    }
    const pattern = this._patterns.get(key);
    pattern.setTransform(new DOMMatrix().scale(half / side));
    return pattern;
  }

  _patternTile(segments, colour, side) {
    const tile = new OffscreenCanvas(side, side);
    const pen = tile.getContext("2d");
    pen.strokeStyle = colour;
    pen.lineWidth = Math.max(1, PATTERN_WIDTH * this.grid.cell);
    pen.lineCap = "round";
    // Parts that cross an edge of the tile continue at the opposite edge.
    for (const down of [-1, 0, 1]) {
      for (const across of [-1, 0, 1]) {
        pen.beginPath();
        for (const [x, y, toX, toY] of segments) {
          pen.moveTo((x + across) * side, (y + down) * side);
          pen.lineTo((toX + across) * side, (toY + down) * side);
        }
        pen.stroke();
      }
    }
    return tile;
  }
}

function offset(points, [x, y]) {
  return points.map(([dx, dy]) => [x + dx, y + dy]);
}

/** Filled cells, `inset` on every side; `joined` neighbours touch each other. */
function tilesOf(grid, { inset = 0, corner = 0, joined = false }, cells) {
  const path = new Path2D();
  const known = new Set(joined ? cells : []);
  const near = inset * grid.cell;
  const side = grid.cell - 2 * near;
  for (const cell of cells) {
    const left = grid.column(cell) * grid.cell + near;
    const top = grid.row(cell) * grid.cell + near;
    if (corner && !joined) {
      path.roundRect(left, top, side, side, corner * grid.cell);
      continue;
    }
    path.rect(left, top, side, side);
    if (known.has(grid.neighbour(cell, 1))) path.rect(left + side, top, 2 * near, side);
    if (known.has(grid.neighbour(cell, 2))) path.rect(left, top + side, side, 2 * near);
  }
  return path;
}

/** A line along the inside of the outer edge of some cells. */
function borderOf(grid, { width }, cells) {
  const path = new Path2D();
  const known = new Set(cells);
  const thickness = Math.max(1, Math.round(width * grid.cell));
  const rest = grid.cell - thickness;
  for (const cell of cells) {
    const left = grid.column(cell) * grid.cell;
    const top = grid.row(cell) * grid.cell;
    for (let heading = 0; heading < 4; heading += 1) {
      if (known.has(grid.neighbour(cell, heading))) continue;
      const down = ROW_STEPS[heading] > 0 ? rest : 0;
      const across = COLUMN_STEPS[heading] > 0 ? rest : 0;
      const isFlat = ROW_STEPS[heading] !== 0;
      path.rect(left + across, top + down, isFlat ? grid.cell : thickness, isFlat ? thickness : grid.cell);
    }
  }
  return path;
}
