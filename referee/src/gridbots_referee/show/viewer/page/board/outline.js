// The area of a line that narrows at its end, with round joints and ends.

const TAIL = 0.3; // width of the end, as a share of the width

/** @param {Array<Array<number>>} points in cells, from the front on */
export function outlineOf(points, { width, taper }, cell) {
  const path = new Path2D();
  const stations = stationsOf(points, width, taper).map((each) => each.map((value) => value * cell));
  for (const [x, y, half] of stations) {
    path.moveTo(x + half, y);
    path.arc(x, y, half, 0, 2 * Math.PI);
  }
  for (let place = 1; place < stations.length; place += 1) {
    addPart(path, stations[place - 1], stations[place]);
  }
  return path;
}

/** Points with half of the width there; between two of them the width changes evenly. */
function stationsOf(points, width, taper) {
  const lengths = points.slice(1).map(([x, y], place) => {
    return Math.hypot(x - points[place][0], y - points[place][1]);
  });
  let left = lengths.reduce((sum, each) => sum + each, 0);
  const narrows = Math.min(taper, left);
  const half = (rest) => (width / 2) * (TAIL + (1 - TAIL) * (narrows ? Math.min(1, rest / narrows) : 1));
  const stations = [];
  points.forEach(([x, y], place) => {
    stations.push([x, y, half(left)]);
    const length = lengths[place];
    if (length && left > narrows && narrows > left - length) {
      const share = (left - narrows) / length;
      const [toX, toY] = points[place + 1];
      stations.push([x + (toX - x) * share, y + (toY - y) * share, width / 2]);
    }
    left -= length ?? 0;
  });
  return stations;
}

/** The part between two stations, turned as arcs are: what is covered twice is covered. */
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
