// Score rates and their intervals.

const Z = 1.96; // of 95 %

/** The interval of a score of points and matches: what the server tells, or else Wilson's. */
export function scoreInterval(met) {
  if (typeof met.low === "number") return [met.low, met.high];
  const { points, matches } = met;
  const share = points / matches;
  const scale = 1 + (Z * Z) / matches;
  const middle = (share + (Z * Z) / (2 * matches)) / scale;
  const reach =
    (Z * Math.sqrt((share * (1 - share)) / matches + (Z * Z) / (4 * matches * matches))) / scale;
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}
