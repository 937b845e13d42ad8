// What lies between two scenes: heads move, lines move with them, all else is there at once.

const NEAR = 1.5; // cells: what is farther away has not moved there

/** Where an element is drawn, as points in cells: on its way from another one, or in its place. */
export function pointsOf(grid, element, before, share) {
  const points = element[1].map((cell) => grid.middle(cell));
  if (!before || share >= 1 || !before[1].length || !points.length) return points;
  const front = grid.middle(before[1][0]);
  const isLine = points.length > 1 || before[1].length > 1;
  points[0] = between(front, points[0], share);
  // A line that is not longer than before has moved on at its end, too.
  if (isLine && element[1].length === before[1].length) {
    const end = grid.middle(before[1].at(-1));
    const last = points.at(-1);
    if (end[0] !== last[0] || end[1] !== last[1]) points.push(between(end, last, share));
  }
  return points;
}

function between(from, to, share) {
  if (Math.hypot(to[0] - from[0], to[1] - from[1]) > NEAR) return to;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}
