// What tiles and borders of cells cover, as paths of a canvas.

import { COLUMNS, ROWS } from "./grid.js";

/** Filled cells, `inset` on every side; if `joined`, neighbours reach each other. */
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
    if (known.has(grid.next(cell, 1))) path.rect(left + side, top, 2 * near, side);
    if (known.has(grid.next(cell, 2))) path.rect(left, top + side, side, 2 * near);
  }
  return path;
}

/** Along the inside of the edge of some cells. */
export function borderOf(grid, { width }, cells) {
  const path = new Path2D();
  const known = new Set(cells);
  const thick = Math.max(1, Math.round(width * grid.cell));
  const rest = grid.cell - thick;
  for (const cell of cells) {
    const left = grid.column(cell) * grid.cell;
    const top = grid.row(cell) * grid.cell;
    for (let heading = 0; heading < 4; heading += 1) {
      if (known.has(grid.next(cell, heading))) continue;
      const down = ROWS[heading] > 0 ? rest : 0;
      const across = COLUMNS[heading] > 0 ? rest : 0;
      const isFlat = ROWS[heading] !== 0;
      path.rect(left + across, top + down, isFlat ? grid.cell : thick, isFlat ? thick : grid.cell);
    }
  }
  return path;
}
