// What moves, and what it leaves: trails, bodies, heads, crashes, and things to collect.

import { COLUMNS, ROWS } from "./grid.js";
import { mixed, palette, seatColour } from "../base/palette.js";

/** By seat: dashes of a thin line within the thick one, in cells; none for the first seat. */
const CORES = [null, [1, 0], [0.16, 0.17], [0.33, 0.17], [0.5, 0.5], [0.08, 0.25]];

/** What seats have left behind: lines where it is known where they went, else squares. */
export function drawTrails(pen, grid, trails, living) {
  for (const seat of new Set(trails.map((mark) => mark.seat))) {
    const own = trails.filter((mark) => mark.seat === seat);
    const steps = own.filter((mark) => mark.heading >= 0);
    pen.strokeStyle = pen.fillStyle = seatColour(seat);
    pen.globalAlpha = living[seat] === false ? 0.55 : 1;
    for (const mark of own) if (mark.heading < 0) drawSquare(pen, grid, mark.cell);
    pen.lineWidth = grid.cell * 0.44;
    pen.lineCap = pen.lineJoin = "round";
    strokeSteps(pen, grid, steps);
    pen.globalAlpha = 1;
    drawCore(pen, grid, seat, steps);
  }
}

function drawSquare(pen, grid, cell) {
  const [x, y] = grid.middle(cell);
  const side = grid.cell * 0.5;
  pen.beginPath();
  pen.roundRect(x - side / 2, y - side / 2, side, side, side * 0.3);
  pen.fill();
}

/** Lines from cells to where they lead, drawn at once: where they meet, nothing shows. */
function strokeSteps(pen, grid, steps) {
  pen.beginPath();
  for (const { cell, heading } of steps) {
    const [x, y] = grid.middle(cell);
    pen.moveTo(x, y);
    pen.lineTo(x + COLUMNS[heading] * grid.cell, y + ROWS[heading] * grid.cell);
  }
  pen.stroke();
}

/** The thin line by which seats differ without colours. */
function drawCore(pen, grid, seat, steps) {
  const dashes = CORES[seat % CORES.length];
  if (!dashes || !steps.length) return;
  pen.strokeStyle = palette().ground;
  pen.lineWidth = Math.max(1, grid.cell * 0.12);
  pen.lineCap = "butt";
  pen.setLineDash(dashes.map((length) => length * grid.cell));
  strokeSteps(pen, grid, steps);
  pen.setLineDash([]);
}

export function drawBodies(pen, grid, bodies, heads) {
  const front = new Map(heads.map((mark) => [mark.seat, mark.cell]));
  for (const [seat, parts] of bodies) {
    drawBody(pen, grid, seat, front.has(seat) ? [front.get(seat), ...parts] : parts);
  }
}

/** A body from the tail on, each part with an edge, so that crossings show what is above. */
function drawBody(pen, grid, seat, cells) {
  const count = Math.max(cells.length - 1, 1);
  const { ground } = palette();
  for (let place = cells.length - 1; place >= 0; place -= 1) {
    const age = place / count;
    const width = grid.cell * (0.74 - 0.3 * age);
    const ends = partEnds(grid, cells[place], cells[place - 1]);
    pen.lineCap = "butt";
    strokePart(pen, ends, ground, width + Math.max(2, grid.cell * 0.1));
    pen.lineCap = "round";
    strokePart(pen, ends, mixed(seatColour(seat), ground, 1 - 0.5 * age), width);
  }
  const steps = cells.slice(1).map((cell, place) => {
    return { cell, heading: grid.heading(cell, cells[place]) };
  });
  const joined = steps.filter(({ heading }) => heading >= 0);
  drawCore(pen, grid, seat, joined);
}

/** Where a part of a body begins and ends: it reaches to the part before it, if that is near. */
function partEnds(grid, cell, before) {
  const isNear = before !== undefined && grid.heading(cell, before) >= 0;
  return [grid.middle(cell), grid.middle(isNear ? before : cell)];
}

/** A line; one of no length is a dot, since a stroke would not draw it. */
function strokePart(pen, [[x, y], [toX, toY]], colour, width) {
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = width;
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

/** Something to collect; what is worth more is larger, of another colour, and says how much. */
export function drawItem(pen, grid, { cell, value }) {
  const [x, y] = grid.middle(cell);
  const colours = palette();
  const isSpecial = value > 1;
  const radius = grid.cell * (isSpecial ? 0.42 : 0.26);
  pen.fillStyle = isSpecial ? colours.special : colours.item;
  pen.beginPath();
  if (isSpecial) diamond(pen, x, y, radius);
  else pen.arc(x, y, radius, 0, 7);
  pen.fill();
  if (isSpecial && grid.isLegible) {
    pen.fillStyle = colours.onItem;
    drawText(pen, String(value), x, y, radius);
  }
}

function diamond(pen, x, y, radius) {
  pen.moveTo(x, y - radius);
  pen.lineTo(x + radius, y);
  pen.lineTo(x, y + radius);
  pen.lineTo(x - radius, y);
  pen.closePath();
}

function drawText(pen, text, x, y, size) {
  pen.font = `700 ${size}px ui-sans-serif, system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x, y);
}

/** A head with its seat's number, and a nose where it faces. */
export function drawHead(pen, grid, { cell, seat, heading }) {
  const [x, y] = grid.middle(cell);
  const radius = grid.cell * 0.42;
  pen.fillStyle = seatColour(seat);
  pen.strokeStyle = palette().mark;
  pen.lineWidth = Math.max(1, grid.cell * 0.07);
  pen.lineJoin = "round";
  pen.beginPath();
  if (heading < 0) pen.arc(x, y, radius, 0, 7);
  else outline(pen, x, y, radius, heading);
  pen.fill();
  pen.stroke();
  if (!grid.isLegible) return;
  // The nose takes room: the number moves to the middle of the rest.
  const shift = grid.cell * -0.06;
  const [down, across] = heading < 0 ? [0, 0] : [ROWS[heading] * shift, COLUMNS[heading] * shift];
  pen.fillStyle = palette().ink;
  drawText(pen, String(seat), x + across, y + down, grid.cell * 0.46);
}

/** A pentagon whose tip faces in a direction. */
function outline(pen, x, y, radius, heading) {
  const corners = [[0, 1.15], [1, 0.1], [0.8, -1], [-0.8, -1], [-1, 0.1]]; // prettier-ignore
  for (const [aside, ahead] of corners) {
    pen.lineTo(
      x + radius * (ahead * COLUMNS[heading] - aside * ROWS[heading]),
      y + radius * (ahead * ROWS[heading] + aside * COLUMNS[heading]),
    );
  }
  pen.closePath();
}

export function drawCrash(pen, grid, { cell, seat }) {
  const [x, y] = grid.middle(cell);
  const arm = grid.cell * 0.24;
  pen.fillStyle = palette().ground;
  pen.strokeStyle = seatColour(seat);
  pen.lineWidth = Math.max(1.5, grid.cell * 0.09);
  pen.beginPath();
  pen.arc(x, y, grid.cell * 0.42, 0, 7);
  pen.fill();
  pen.stroke();
  pen.strokeStyle = palette().mark;
  pen.lineWidth = Math.max(1.5, grid.cell * 0.13);
  pen.lineCap = "round";
  pen.beginPath();
  pen.moveTo(x - arm, y - arm);
  pen.lineTo(x + arm, y + arm);
  pen.moveTo(x + arm, y - arm);
  pen.lineTo(x - arm, y + arm);
  pen.stroke();
}
