// What can be measured of a match, as lines by seat; and axes with round numbers. No drawing here.

/**
 * The measures of which anything is known.
 * @param {?Object} measured what the server has computed of the frames
 * @param {function(number): boolean} hides whether a seat is not to be seen
 * @returns {Array<{name: string, unit: string, every: number, isLog: boolean, lines: Array}>}
 */
export function measuresOf({ series, players }, measured, hides) {
  const { width } = series;
  const milli = (line) => line.map((value) => (value === null ? null : value / 1000));
  const all = [
    ["time per move", " ms", width, series.wall.map(milli), true],
    ["CPU time per move", " ms", width, series.cpu?.map(milli), true],
    ["time bank", " ms", width, series.bank],
    ["score", "", measured?.every, measured?.score],
    ["territory", " cells", measured?.every, measured?.territory],
    ["evaluation", "", width, series.value],
    ["depth", " plies", width, series.depth],
  ];
  const known = all
    .filter(([, , , lines]) => lines?.some((line) => line.some((value) => value !== null)))
    .map(([name, unit, every, lines, isLog = false]) => ({
      name,
      label: labelOf(name, unit.trim(), isLog),
      unit,
      every,
      isLog,
      lines: lines.map((line, seat) => (hides(seat) ? [] : line)),
    }));
  if (known.length) return known;
  return [{ name: "time per move", label: "time per move (ms)", unit: " ms", every: 1, isLog: true, lines: players.map(() => []) }];
}

function labelOf(name, unit, isLog) {
  const more = [unit, isLog && "logarithmic"].filter(Boolean).join(", ");
  return more ? `${name} (${more})` : name;
}

/** The value of a line at a round; null where there is none. */
export function valueAt(line, every, round) {
  return line[Math.floor(round / every)] ?? null;
}

/** Round numbers between the ends of some lines, and how far up a value lies: 0 to 1, or null. */
export function axisTicks(lines, isLog = false) {
  const values = lines.flat().filter((value) => value !== null && (!isLog || value > 0));
  if (isLog) return logAxis(values);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = (most - least) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((each) => each * power >= rough * 0.999);
  const [first, last] = [Math.floor(least / step), Math.max(Math.ceil(most / step), 1)];
  const low = first * step;
  const high = last * step;
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step),
    share: (value) => (value === null ? null : (value - low) / (high - low)),
  };
}

function logAxis(values) {
  const low = Math.floor(Math.log10(Math.min(...values, 1)));
  const high = Math.max(Math.ceil(Math.log10(Math.max(...values, 1))), low + 1);
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, index) => Number((10 ** (low + index)).toPrecision(1))),
    share: (value) =>
      value === null ? null : Math.max(0, (Math.log10(Math.max(value, 1e-9)) - low) / (high - low)),
  };
}

export function shortLead(value) {
  return String(Number(value.toPrecision(4)));
}

/** How far each seat is ahead of the best other one, at each place of a measure; who is out has 0. */
function leads({ lines }) {
  const length = Math.max(...lines.map((line) => line.length));
  return Array.from({ length }, (_, place) => {
    const values = lines.map((line) => line[place] ?? 0);
    return values.map((value, seat) => value - Math.max(...values.filter((__, other) => other !== seat)));
  });
}

/** Whether somebody goes out at a place: that is the end of a story and not its turn. */
function isFatal({ lines }, place) {
  return lines.some((line) => (line[place] ?? null) === null && (line[place - 1] ?? null) !== null);
}

/** The measure that says best who is ahead: the territory, else the score. */
export function leadMeasure(measures, seats) {
  if (seats < 2) return null;
  const isWhole = ({ lines }) => lines.every((line) => line.some((value) => value !== null));
  return (
    ["territory", "score"]
      .map((name) => measures.find((each) => each.name === name))
      .find((each) => each && isWhole(each) && differs(each)) ?? null
  );
}

function differs(measure) {
  return leads(measure).some((values) => values.some((value) => value !== 0));
}

/** The rounds in which another seat begins to lead. */
export function leadChanges(measure) {
  let leader = null;
  const found = [];
  leads(measure).forEach((values, place) => {
    const now = values.findIndex((value) => value > 0);
    if (now < 0 || now === leader) return;
    if (leader !== null) found.push(place * measure.every);
    leader = now;
  });
  return found;
}

/** The largest changes of a lead from one place to the next: the largest first, each with its seat. */
export function leadSwings(measure, count) {
  const ahead = leads(measure);
  return ahead
    .slice(1)
    .flatMap((values, before) =>
      (isFatal(measure, before + 1) ? [] : values).map((value, seat) => ({
        round: (before + 1) * measure.every,
        seat,
        size: value - ahead[before][seat],
      })),
    )
    .filter(({ size }) => size > 0)
    .sort((one, other) => other.size - one.size || one.round - other.round)
    .slice(0, count);
}
