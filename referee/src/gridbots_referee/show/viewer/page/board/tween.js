// Tweens: what lies between the scenes of two rounds, at a share of the way from 0 to 1.
//
// What has the same key in both moves: stamps by a cell at most, lines grow at their front, and
// those that move on slide along their own way. What comes or goes does so half-way; regions stay
// until the end. The renderer's own tweens, of pictures in files, are the same.

/** Elements as they are to be drawn, each with its key and its points in cells. */
export function tweened(grid, elements, before, share, formOf) {
  const shown = [];
  for (const [key, element] of elements) {
    const old = before.get(key);
    const form = formOf(element);
    if (share >= 1) shown.push([key, element, pointsOf(grid, element, form)]);
    else if (old) shown.push(between(grid, key, old, element, share, form));
    else if (share >= 0.5 || form === "line") shown.push([key, element, pointsOf(grid, element, form)]);
  }
  if (share >= 0.5) return shown;
  for (const [key, element] of before) {
    if (!elements.has(key)) shown.push([key, element, pointsOf(grid, element, formOf(element))]);
  }
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

/** Between two neighbours; who jumps is there at once. */
function towards(grid, one, other, share) {
  const down = grid.row(other) - grid.row(one);
  const across = grid.column(other) - grid.column(one);
  const [x, y] = grid.middle(other);
  if (Math.abs(down) + Math.abs(across) > 1) return [x, y];
  const [fromX, fromY] = grid.middle(one);
  return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
}
