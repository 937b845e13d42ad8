// Tweens: the frames between two rounds, as in `show/drawing/tween.py`.
//
// Elements with the same key in both rounds move: stamps by at most one cell, lines grow at their
// front, and lines that move on slide along their own cells. Other elements appear and disappear
// half-way; regions change at the end.

/** The elements to draw at a share of the way from 0 to 1, each with its key and its points in cells. */
export function tweened(grid, elements, before, share, formOf) {
  const shown = [];
  const add = (key, element) => shown.push([key, element, pointsOf(grid, element, formOf(element))]);
  for (const [key, element] of elements) {
    const old = before.get(key);
    if (share < 1 && old) shown.push(between(grid, key, old, element, share, formOf(element)));
    else if (share >= 0.5 || formOf(element) === "line") add(key, element);
  }
  if (share < 0.5) for (const [key, element] of before) if (!elements.has(key)) add(key, element);
  return shown;
}

function pointsOf(grid, [, cells], form) {
  return form === "region" ? [] : cells.map((cell) => grid.middle(cell));
}

function between(grid, key, old, now, share, form) {
  if (form === "region") return [key, old, []];
  const points = pointsOf(grid, now, form);
  const [, was] = old;
  const [, is] = now;
  if (form === "stamp") points[0] = towards(grid, was[0], is[0], share);
  else if (is.length > 1 && is[1] === was[0]) {
    points[0] = towards(grid, was[0], is[0], share);
    const follows = was.length > 1 && is.at(-1) === was.at(-2);
    if (follows) points.push(towards(grid, was.at(-1), was.at(-2), share));
  }
  return [key, now, points];
}

/** A point between two neighbours; a jump over several cells happens at once. */
function towards(grid, one, other, share) {
  const down = grid.row(other) - grid.row(one);
  const across = grid.column(other) - grid.column(one);
  const [x, y] = grid.middle(other);
  if (Math.abs(down) + Math.abs(across) > 1) return [x, y];
  const [fromX, fromY] = grid.middle(one);
  return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
}
