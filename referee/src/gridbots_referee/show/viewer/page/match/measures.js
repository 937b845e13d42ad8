// Measures of a match as lines by seat, with their axes. Nothing here draws.

import { multiples, roundStep } from "../base/chart.js";

const UNITS = new Map([["territory", " cells"]]);

/**
 * The measures with at least one known value.
 * @param {?Object} measured what the server has computed from the frames
 * @param {function(number): boolean} hides whether the view must not show a seat
 * @returns {Array<{name: string, unit: string, every: number, isLog: boolean, lines: Array}>}
 */
export function measuresOf({ series, players }, measured, hides) {
  const { width } = series;
  const milli = (line) => line.map((value) => (value === null ? null : value / 1000));
  const all = [
    ["time per move", " ms", width, series.wall.map(milli), true],
    ["CPU time per move", " ms", width, series.cpu?.map(milli), true],
    ["time bank", " ms", width, series.bank],
    ...Object.entries(measured?.lines ?? {}).map(([name, lines]) => [name, UNITS.get(name) ?? "", measured.every, lines]),
    ["evaluation", "", width, series.value],
    ["depth", " plies", width, series.depth],
  ];
  const measures = all
    .filter(([, , , lines]) => lines?.some((line) => line.some((value) => value !== null)))
    .map(([name, unit, every, lines, isLog = false]) => ({
      name,
      label: labelOf(name, unit, isLog),
      unit,
      every,
      isLog,
      lines: lines.map((line, seat) => (hides(seat) ? [] : line)),
    }));
  if (measures.length) return measures;
  const [name, unit, every, isLog] = ["time per move", " ms", 1, true];
  return [{ name, label: labelOf(name, unit, isLog), unit, every, isLog, lines: players.map(() => []) }];
}

function labelOf(name, unit, isLog) {
  const more = [unit.trim(), isLog && "logarithmic"].filter(Boolean).join(", ");
  return more ? `${name} (${more})` : name;
}

/** The value of a line at a round, or null. */
export function valueAt(line, every, round) {
  return line[Math.floor(round / every)] ?? null;
}

/** An axis for some lines: its ticks, and the position of a value on it from 0 to 1, or null. */
export function axisOf(lines, isLog = false) {
  const values = lines.flat().filter((value) => value !== null && (!isLog || value > 0));
  if (isLog) return logAxis(values);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = roundStep(most - least, 4);
  const [first, last] = [Math.floor(least / step), Math.max(Math.ceil(most / step), 1)];
  return {
    ticks: multiples(step, first, last),
    share: (value) => (value === null ? null : (value / step - first) / (last - first)),
  };
}

function logAxis(values) {
  const low = Math.floor(Math.log10(Math.min(...values, 1)));
  const high = Math.max(Math.ceil(Math.log10(Math.max(...values, 1))), low + 1);
  return {
    ticks: multiples(1, low, high).map((power) => Number((10 ** power).toPrecision(1))),
    share: (value) =>
      value === null ? null : Math.max(0, (Math.log10(Math.max(value, 1e-9)) - low) / (high - low)),
  };
}
