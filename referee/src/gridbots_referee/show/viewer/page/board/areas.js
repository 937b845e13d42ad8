// Areas of shapes as paths of a canvas: tiles, borders, and lines with a taper.

import { COLUMN_STEPS, ROW_STEPS, TAIL } from "../base/drawing.js";

/** Filled cells, `inset` on every side; `joined` neighbours touch each other. */
export function tilesOf(grid, { inset = 0, corner = 0, joined = false }, cells) {
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
export function borderOf(grid, { width }, cells) {
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

/** A line that narrows at its end, with round joints and ends; `points` in cells, from the front. */
export function taperedLine(points, { width, taper }, cell) {
  const path = new Path2D();
  const stations = stationsOf(points, width, taper).map((each) => each.map((value) => value * cell));
  for (const [x, y, half] of stations) {
    path.moveTo(x + half, y);
    path.arc(x, y, half, 0, 2 * Math.PI);
  }
  for (let index = 1; index < stations.length; index += 1) {
    addPart(path, stations[index - 1], stations[index]);
  }
  return path;
}

/** Points with half of the line's width there; between two of them the width changes evenly. */
function stationsOf(points, width, taper) {
  const lengths = points
    .slice(1)
    .map(([x, y], index) => Math.hypot(x - points[index][0], y - points[index][1]));
  let left = lengths.reduce((sum, each) => sum + each, 0);
  const narrows = Math.min(taper, left);
  const half = (rest) => (width / 2) * (TAIL + (1 - TAIL) * (narrows ? Math.min(1, rest / narrows) : 1));
  const stations = [];
  points.forEach(([x, y], index) => {
    stations.push([x, y, half(left)]);
    const length = lengths[index];
    if (length && left > narrows && narrows > left - length) {
      const share = (left - narrows) / length;
      const [toX, toY] = points[index + 1];
      stations.push([x + (toX - x) * share, y + (toY - y) * share, width / 2]);
    }
    left -= length ?? 0;
  });
  return stations;
}

/** The part between two stations, in the same sense of rotation as arcs, so that overlaps stay filled. */
function addPart(path, [x, y, half], [toX, toY, toHalf]) {
  const length = Math.hypot(toX - x, toY - y);
  if (!length) return;
  const across = (y - toY) / length;
  const down = (toX - x) / length;
  path.moveTo(x - half * across, y - half * down);
  path.lineTo(toX - toHalf * across, toY - toHalf * down);
  path.lineTo(toX + toHalf * across, toY + toHalf * down);
  path.lineTo(x + half * across, y + half * down);
  path.closePath();
}
