// Draws frames on a canvas. It knows kinds of marks and nothing of any game.

import { hatch, palette, seatColour } from "./palette.js";

const ROWS = [-1, 0, 1, 0];
const COLUMNS = [0, 1, 0, -1];
const STEPS = { u: 0, r: 1, d: 2, l: 3 };
const LEAST = 6; // pixels of a cell
const MOST = 56;

export class Board {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas, about) {
    this.canvas = canvas;
    this.about = about;
    this._stride = about.columns + 2;
    this._kinds = about.kinds;
    this._hatches = new Map();
  }

  /** The size of a cell such that the board fits into so many pixels. */
  resize(width, height) {
    const { rows, columns } = this.about;
    const scale = Math.min(devicePixelRatio || 1, 3);
    const cell = Math.min(width / (columns + 0.5), height / (rows + 0.5));
    const side = Math.max(LEAST, Math.min(MOST, Math.floor(cell * scale) / scale));
    this.cell = Math.round(side * scale);
    this._margin = Math.round(this.cell / 4);
    this._scale = scale;
    this.canvas.width = columns * this.cell + 2 * this._margin;
    this.canvas.height = rows * this.cell + 2 * this._margin;
    this.canvas.style.width = `${this.canvas.width / scale}px`;
    this.canvas.style.height = `${this.canvas.height / scale}px`;
    this._hatches.clear();
  }

  forgetColours() {
    this._hatches.clear();
  }

  _row(cell) {
    return Math.floor(cell / this._stride) - 1;
  }

  _column(cell) {
    return (cell % this._stride) - 1;
  }

  _x(cell) {
    return this._column(cell) * this.cell;
  }

  _y(cell) {
    return this._row(cell) * this.cell;
  }

  /** The middle of a cell. */
  _middle(cell) {
    return [this._x(cell) + this.cell / 2, this._y(cell) + this.cell / 2];
  }

  /**
   * @param {Object} frame
   * @param {Array<?Object>} thoughts by seat; null where they are not to be seen
   */
  draw(frame, thoughts = []) {
    const pen = this.canvas.getContext("2d");
    const marks = this._sorted(frame);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.translate(this._margin, this._margin);
    this._ground(pen);
    this._areas(pen, marks.area);
    for (const mark of marks.block) this._block(pen, mark);
    for (const [seat, thought] of thoughts.entries()) this._weights(pen, seat, thought);
    this._trails(pen, marks.trail, frame);
    for (const mark of marks.item) this._item(pen, mark);
    this._bodies(pen, frame, marks.head);
    for (const [seat, thought] of thoughts.entries()) this._plans(pen, seat, thought);
    for (const mark of marks.head) this._head(pen, mark);
    for (const mark of marks.crash) this._crash(pen, mark);
    this._fog(pen, marks.fog);
    for (const mark of marks.head) if (marks.fog.length) this._head(pen, mark);
  }

  _sorted(frame) {
    const sorted = Object.fromEntries(this._kinds.map((kind) => [kind, []]));
    for (const [cell, kind, seat = 0, heading = 0, value = 0] of frame.marks.values()) {
      const name = this._kinds[kind];
      sorted[name].push({ cell, seat: seat - 1, heading: heading - 1, value });
    }
    return sorted;
  }

  _ground(pen) {
    const { rows, columns } = this.about;
    const colours = palette();
    const [width, height] = [columns * this.cell, rows * this.cell];
    pen.fillStyle = colours.ground;
    pen.fillRect(0, 0, width, height);
    pen.strokeStyle = colours.grid;
    pen.lineWidth = Math.max(1, Math.round(this._scale));
    pen.beginPath();
    for (let row = 1; row < rows; row += 1) {
      pen.moveTo(0, row * this.cell + 0.5);
      pen.lineTo(width, row * this.cell + 0.5);
    }
    for (let column = 1; column < columns; column += 1) {
      pen.moveTo(column * this.cell + 0.5, 0);
      pen.lineTo(column * this.cell + 0.5, height);
    }
    pen.stroke();
    pen.strokeStyle = colours.edge;
    pen.lineWidth = Math.max(1, Math.round(1.5 * this._scale));
    pen.strokeRect(0, 0, width, height);
  }

  _hatch(pen, seat) {
    if (!this._hatches.has(seat)) this._hatches.set(seat, hatch(pen, seat, Math.ceil(this._scale)));
    return this._hatches.get(seat);
  }

  /** Ground with a pattern of its owner's, and an edge around it. */
  _areas(pen, areas) {
    const owners = new Map(areas.map((mark) => [mark.cell, mark.seat]));
    for (const { cell, seat } of areas) {
      const [x, y] = [this._x(cell), this._y(cell)];
      pen.globalAlpha = 0.3;
      pen.fillStyle = seatColour(seat);
      pen.fillRect(x, y, this.cell, this.cell);
      pen.globalAlpha = 1;
      pen.fillStyle = this._hatch(pen, seat);
      pen.fillRect(x, y, this.cell, this.cell);
    }
    pen.lineWidth = this._edge = Math.max(1, Math.round(this.cell / 14));
    pen.lineCap = "square";
    for (const { cell, seat } of areas) this._areaEdge(pen, cell, seat, owners);
  }

  _areaEdge(pen, cell, seat, owners) {
    const [x, y] = [this._x(cell), this._y(cell)];
    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([right, down]) => [
      x + this._edge / 2 + right * (this.cell - this._edge),
      y + this._edge / 2 + down * (this.cell - this._edge),
    ]);
    pen.strokeStyle = seatColour(seat);
    pen.beginPath();
    for (let heading = 0; heading < 4; heading += 1) {
      const next = cell + ROWS[heading] * this._stride + COLUMNS[heading];
      if (owners.get(next) === seat) continue;
      pen.moveTo(...corners[heading]);
      pen.lineTo(...corners[(heading + 1) % 4]);
    }
    pen.stroke();
  }

  _block(pen, { cell }) {
    const inset = this.cell * 0.06;
    pen.fillStyle = palette().block;
    pen.beginPath();
    pen.roundRect(
      this._x(cell) + inset,
      this._y(cell) + inset,
      this.cell - 2 * inset,
      this.cell - 2 * inset,
      this.cell * 0.12,
    );
    pen.fill();
  }

  /** What a seat has left behind: a line where it is known where it went, else squares. */
  _trails(pen, trails, frame) {
    for (const seat of new Set(trails.map((mark) => mark.seat))) {
      const own = trails.filter((mark) => mark.seat === seat);
      const steps = own.filter((mark) => mark.heading >= 0);
      pen.strokeStyle = pen.fillStyle = seatColour(seat);
      pen.globalAlpha = frame.living[seat] === false ? 0.55 : 1;
      for (const mark of own) if (mark.heading < 0) this._square(pen, mark.cell);
      pen.lineWidth = this.cell * 0.44;
      pen.lineCap = pen.lineJoin = "round";
      this._steps(pen, steps);
      pen.globalAlpha = 1;
      this._core(pen, seat, steps);
    }
  }

  _square(pen, cell) {
    const [x, y] = this._middle(cell);
    const side = this.cell * 0.5;
    pen.beginPath();
    pen.roundRect(x - side / 2, y - side / 2, side, side, side * 0.3);
    pen.fill();
  }

  /** Lines from cells to where they lead, drawn at once: where they meet, nothing shows. */
  _steps(pen, steps) {
    pen.beginPath();
    for (const { cell, heading } of steps) {
      const [x, y] = this._middle(cell);
      pen.moveTo(x, y);
      pen.lineTo(x + COLUMNS[heading] * this.cell, y + ROWS[heading] * this.cell);
    }
    pen.stroke();
  }

  /** A thin line within the thick one, by which seats differ without colours. */
  _core(pen, seat, steps) {
    const dashes = CORES[seat % CORES.length];
    if (!dashes || !steps.length) return;
    pen.strokeStyle = palette().ground;
    pen.lineWidth = Math.max(1, this.cell * 0.12);
    pen.lineCap = "butt";
    pen.setLineDash(dashes.map((length) => length * this.cell));
    this._steps(pen, steps);
    pen.setLineDash([]);
  }

  /** Bodies from the tail on, each part with an edge, so that crossings show what is above. */
  _bodies(pen, frame, heads) {
    const front = new Map(heads.map((mark) => [mark.seat, mark.cell]));
    for (const [seat, parts] of frame.bodies) {
      const cells = front.has(seat) ? [front.get(seat), ...parts] : parts;
      this._body(pen, seat, cells);
    }
  }

  _body(pen, seat, cells) {
    const count = Math.max(cells.length - 1, 1);
    pen.lineCap = "round";
    for (let place = cells.length - 1; place >= 0; place -= 1) {
      const [x, y] = this._middle(cells[place]);
      const age = place / count;
      const width = this.cell * (0.74 - 0.3 * age);
      const [toX, toY] = place && this._isNear(cells[place], cells[place - 1])
        ? this._middle(cells[place - 1])
        : [x, y];
      this._stroke(pen, x, y, toX, toY, palette().ground, width + Math.max(2, this.cell * 0.1), "butt");
      this._stroke(pen, x, y, toX, toY, seatColour(seat), width, "round", 1 - 0.5 * age);
    }
    this._bodyCore(pen, seat, cells);
  }

  _bodyCore(pen, seat, cells) {
    const steps = cells
      .slice(1)
      .map((cell, place) => ({ cell, heading: this._headingOf(cells[place] - cell) }));
    this._core(pen, seat, steps.filter(({ heading }) => heading >= 0));
  }

  _headingOf(step) {
    return [-this._stride, 1, this._stride, -1].indexOf(step);
  }

  _isNear(cell, other) {
    return this._headingOf(other - cell) >= 0;
  }

  /** A line; one of no length is a dot, whose cap a stroke would not draw. */
  _stroke(pen, x, y, toX, toY, colour, width, cap, alpha = 1) {
    pen.globalAlpha = 1;
    pen.strokeStyle = pen.fillStyle = colour;
    if (alpha < 1) pen.strokeStyle = pen.fillStyle = mixed(colour, palette().ground, alpha);
    pen.lineWidth = width;
    pen.lineCap = cap;
    pen.beginPath();
    if (x === toX && y === toY) {
      pen.arc(x, y, width / 2, 0, 7);
      pen.fill();
      return;
    }
    pen.moveTo(x, y);
    pen.lineTo(toX, toY);
    pen.stroke();
  }

  /** Something to collect; what is worth more is larger, another colour, and says how much. */
  _item(pen, { cell, value }) {
    const [x, y] = this._middle(cell);
    const colours = palette();
    const more = value > 1;
    const radius = this.cell * (more ? 0.36 : 0.26);
    pen.fillStyle = more ? colours.special : colours.item;
    pen.beginPath();
    if (more) diamond(pen, x, y, radius * 1.2);
    else pen.arc(x, y, radius, 0, 7);
    pen.fill();
    if (more && this.cell / this._scale >= 14) {
      this._text(pen, String(value), x, y, radius * 1.25, colours.onItem);
    }
  }

  _text(pen, text, x, y, size, colour) {
    pen.fillStyle = colour;
    pen.font = `700 ${size}px ui-sans-serif, system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, x, y);
  }

  /** A head with its seat's number, and a nose where it faces. */
  _head(pen, { cell, seat, heading }) {
    const [x, y] = this._middle(cell);
    const radius = this.cell * 0.42;
    pen.save();
    pen.translate(x, y);
    if (heading >= 0) pen.rotate((heading * Math.PI) / 2);
    pen.fillStyle = seatColour(seat);
    pen.strokeStyle = palette().mark;
    pen.lineWidth = Math.max(1, this.cell * 0.07);
    pen.lineJoin = "round";
    pen.beginPath();
    if (heading >= 0) {
      pen.moveTo(0, -radius * 1.15);
      pen.lineTo(radius, -radius * 0.1);
      pen.lineTo(radius * 0.8, radius);
      pen.lineTo(-radius * 0.8, radius);
      pen.lineTo(-radius, -radius * 0.1);
      pen.closePath();
    } else pen.arc(0, 0, radius, 0, 7);
    pen.fill();
    pen.stroke();
    pen.restore();
    if (this.cell / this._scale >= 14) {
      const down = [1, 0, -1, 0][heading] ?? 0;
      const across = [0, -1, 0, 1][heading] ?? 0;
      const shift = this.cell * 0.06;
      this._text(pen, String(seat), x + across * shift, y + down * shift, this.cell * 0.46, palette().ink);
    }
  }

  _crash(pen, { cell, seat }) {
    const [x, y] = this._middle(cell);
    const arm = this.cell * 0.24;
    pen.fillStyle = palette().ground;
    pen.strokeStyle = seatColour(seat);
    pen.lineWidth = Math.max(1.5, this.cell * 0.09);
    pen.beginPath();
    pen.arc(x, y, this.cell * 0.42, 0, 7);
    pen.fill();
    pen.stroke();
    pen.strokeStyle = palette().mark;
    pen.lineWidth = Math.max(1.5, this.cell * 0.13);
    pen.lineCap = "round";
    pen.beginPath();
    pen.moveTo(x - arm, y - arm);
    pen.lineTo(x + arm, y + arm);
    pen.moveTo(x + arm, y - arm);
    pen.lineTo(x - arm, y + arm);
    pen.stroke();
  }

  _fog(pen, fog) {
    pen.fillStyle = palette().fog;
    pen.globalAlpha = 0.7;
    for (const { cell } of fog) pen.fillRect(this._x(cell), this._y(cell), this.cell, this.cell);
    pen.globalAlpha = 1;
  }

  // What bots think.

  _weights(pen, seat, thought) {
    pen.fillStyle = seatColour(seat);
    for (const [row, column, weight] of thought?.cells ?? []) {
      if (!this._isOn(row, column)) continue;
      pen.globalAlpha = 0.08 + 0.5 * weight;
      pen.fillRect(column * this.cell, row * this.cell, this.cell, this.cell);
    }
    pen.globalAlpha = 1;
  }

  _isOn(row, column) {
    return row >= 0 && column >= 0 && row < this.about.rows && column < this.about.columns;
  }

  _plans(pen, seat, thought) {
    if (!thought) return;
    const colour = mixed(seatColour(seat), palette().mark, 0.55);
    pen.lineCap = pen.lineJoin = "round";
    pen.strokeStyle = colour;
    pen.setLineDash([]);
    pen.globalAlpha = 0.5;
    pen.lineWidth = Math.max(1, this.cell * 0.07);
    for (const way of thought.tree ?? []) this._way(pen, way);
    for (const way of thought.cycle ?? []) this._way(pen, way, true);
    pen.globalAlpha = 1;
    pen.lineWidth = Math.max(1.5, this.cell * 0.12);
    pen.setLineDash([this.cell * 0.24, this.cell * 0.24]);
    for (const way of thought.path ?? []) {
      const [x, y] = this._way(pen, way);
      pen.fillStyle = colour;
      pen.beginPath();
      pen.arc(x, y, this.cell * 0.15, 0, 7);
      pen.fill();
    }
    pen.setLineDash([]);
  }

  /** Draw a way; where it ends. */
  _way(pen, [row, column, steps], isClosed = false) {
    let x = (column + 0.5) * this.cell;
    let y = (row + 0.5) * this.cell;
    pen.beginPath();
    pen.moveTo(x, y);
    for (const letter of steps) {
      x += COLUMNS[STEPS[letter]] * this.cell;
      y += ROWS[STEPS[letter]] * this.cell;
      pen.lineTo(x, y);
    }
    if (isClosed) pen.closePath();
    pen.stroke();
    return [x, y];
  }
}

const CORES = [null, [1, 0], [0.16, 0.17], [0.33, 0.17], [0.5, 0.5], [0.08, 0.25]];

function diamond(pen, x, y, radius) {
  pen.moveTo(x, y - radius);
  pen.lineTo(x + radius, y);
  pen.lineTo(x, y + radius);
  pen.lineTo(x - radius, y);
  pen.closePath();
}

/** A colour between two others: `share` of the first one. */
function mixed(colour, other, share) {
  const [first, second] = [colour, other].map((text) =>
    [1, 3, 5].map((place) => parseInt(text.slice(place, place + 2), 16)),
  );
  const parts = first.map((part, place) => Math.round(part * share + second[place] * (1 - share)));
  return `rgb(${parts.join()})`;
}
