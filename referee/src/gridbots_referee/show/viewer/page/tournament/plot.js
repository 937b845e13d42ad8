// A line plot as SVG: ticks at round numbers, intervals as bands, names at the ends of the lines.

const SVG_SPACE = "http://www.w3.org/2000/svg";
const MARGIN = { left: 52, right: 14, top: 12, bottom: 28 };
const STROKE_DASHES = ["", "7 3", "2 3", "9 3 2 3"];
const COLOURS = 6;
const NAME_WIDTH = 130;

export function svg(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG_SPACE, tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** How a line is told from others: one of six colours, and dashes where these are used up. */
export function strokeOf(place) {
  return { colour: place % COLOURS, dash: STROKE_DASHES[Math.floor(place / COLOURS) % STROKE_DASHES.length] };
}

/** Round numbers between two ends, about so many. */
export function ticks(least, most, count) {
  const rough = (most - least) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10);
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, index) => (first + index) * step);
}

/**
 * @param {number} width
 * @param {number} height
 * @param {Array<number>} at values on the lower axis, the same for all lines
 * @param {Array<Object>} lines each with `name`, `place` (for its looks), `values`, and maybe `low`, `high`,
 *   or `ends`, the interval at its end
 * @param {Object} words `unit` and `below` of the axes, the `label` of the whole
 *   and `levels`, numbers with names that are drawn across
 */
export function linePlot(width, height, at, lines, words) {
  const named = lines.length <= 12 && width > 520;
  const right = MARGIN.right + (named ? NAME_WIDTH : 0);
  const known = lines
    .flatMap((line) => [line.values, line.low ?? [], line.high ?? [], line.ends ?? []].flat())
    .concat((words.levels ?? []).map((level) => level.value))
    .filter((value) => value !== null && value !== undefined);
  let [least, most] = [Math.min(...known), Math.max(...known)];
  const room = Math.max((most - least) * 0.06, words.least ?? 5);
  [least, most] = [least - room, most + room];
  const [first, last] = [Math.min(at[0], 0), at.at(-1)];
  const x = (value) => MARGIN.left + ((width - MARGIN.left - right) * (value - first)) / Math.max(last - first, 1e-9);
  const y = (value) => height - MARGIN.bottom - ((height - MARGIN.top - MARGIN.bottom) * (value - least)) / (most - least);
  const drawn = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.label });
  drawn.append(...axes(x, y, [first, last], [least, most], width - right, height, words));
  for (const line of lines) drawn.append(...drawLine(line, at, x, y));
  if (named) drawn.append(...endNames(lines, x(last) + 8, y, height));
  return drawn;
}

function axes(x, y, [first, last], [least, most], right, height, words) {
  const across = ticks(least, most, 5).flatMap((value) => [
    svg("line", { class: "rule", x1: MARGIN.left, x2: right, y1: y(value), y2: y(value) }),
    svg("text", { class: "tick", x: MARGIN.left - 6, y: y(value) + 4, "text-anchor": "end" }, shortNumber(value)),
  ]);
  const below = ticks(first, last, 5).map((value) =>
    svg("text", { class: "tick", x: x(value), y: height - 9, "text-anchor": "middle" }, shortNumber(value)),
  );
  const levels = (words.levels ?? []).flatMap((level) => [
    svg("line", { class: "level", x1: MARGIN.left, x2: right, y1: y(level.value), y2: y(level.value) }),
    svg("text", { class: "tick", x: MARGIN.left + 6, y: y(level.value) - 5 }, level.name),
  ]);
  return [...across, ...below, ...levels];
}

function shortNumber(value) {
  const size = Math.abs(value);
  const text = size >= 10_000 ? `${size / 1000}k` : String(Math.round(size * 1e6) / 1e6);
  return value < 0 ? `−${text}` : text;
}

/** The places of a line where something is known. */
function points(values, at, x, y) {
  return values
    .map((value, index) => (value === null || value === undefined ? null : `${x(at[index]).toFixed(1)},${y(value).toFixed(1)}`))
    .filter(Boolean);
}

function drawLine(line, at, x, y) {
  const { colour, dash } = strokeOf(line.place);
  const found = points(line.values, at, x, y);
  const parts = [];
  if (line.low && line.high) {
    const there = line.values.map((value, index) => (value === null ? -1 : index)).filter((index) => index >= 0);
    const edge = (values) => there.map((index) => `${x(at[index]).toFixed(1)},${y(values[index]).toFixed(1)}`);
    const around = [...edge(line.high), ...edge(line.low).reverse()];
    parts.push(svg("polygon", { class: `band stroke-${colour}`, points: around.join(" ") }));
  }
  const curve = svg("polyline", { class: `line stroke-${colour}`, points: found.join(" "), "stroke-dasharray": dash });
  curve.append(svg("title", {}, line.name));
  parts.push(curve);
  if (line.ends) parts.push(endInterval(line.ends, x(at.at(-1)), y, colour));
  return parts;
}

/** The interval at the end of a line, as an error bar. */
function endInterval([low, high], x, y, colour) {
  const bar = `M${x - 4} ${y(low)}h8m-4 0V${y(high)}m-4 0h8`;
  return svg("path", { class: `line stroke-${colour}`, d: bar });
}

const LINE_HEIGHT = 15;

/** Names at the ends of the lines, moved apart. */
function endNames(lines, left, y, height) {
  const ends = lines
    .map((line) => ({ line, value: line.values.findLast((value) => value !== null) }))
    .filter((each) => each.value !== undefined)
    .map((each) => ({ ...each, at: y(each.value) }))
    .sort((one, other) => one.at - other.at);
  ends.forEach((each, index) => {
    if (index) each.at = Math.max(each.at, ends[index - 1].at + LINE_HEIGHT);
  });
  for (let index = ends.length - 1; index >= 0; index -= 1) {
    const lowest = index === ends.length - 1 ? height - MARGIN.bottom : ends[index + 1].at - LINE_HEIGHT;
    ends[index].at = Math.min(ends[index].at, lowest);
  }
  return ends.map(({ line, at }) =>
    svg("text", { class: `line-name stroke-${strokeOf(line.place).colour}`, x: left, y: at + 4 }, shortened(line.name)),
  );
}

const shortened = (name) => (name.length > 18 ? `${name.slice(0, 17)}…` : name);
