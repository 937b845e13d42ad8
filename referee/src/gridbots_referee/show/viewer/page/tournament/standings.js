// The columns of the standings.

import { el } from "../base/dom.js";
import { botLink, isKnown, percent, signed } from "./format.js";
import { Axis, intervalOf } from "./interval.js";
import { SortedTable } from "./table.js";

const MEANING =
  "Bars hold the true value 95 times in 100. LOS: how likely a bot is stronger than the next one.";
const TIE_BREAKS = {
  meeting_points: "meetings",
  stage: "stage",
  rung: "rung",
  buchholz: "Buchholz",
  sonneborn_berger: "Sonneborn-Berger",
  direct: "direct",
  byes: "byes",
};

/** The standings as a table that is kept true. */
export class StandingsTable {
  constructor() {
    this._table = new SortedTable("Standings", (row) => row.name, { sort: "place" });
    this._legend = el("p", { class: "faint" });
    this.element = el("div", { class: "parts" }, this._table.element, this._legend);
  }

  update({ standings, ranked_by: rankedBy }) {
    const axis = new Axis(standings.filter((row) => row.matches).map(intervalOf));
    this._table.update(standings, columns(axis, standings, rankedBy));
    this._legend.textContent = axis.isEmpty ? "" : `${MEANING} ${axis.words}`;
  }
}

function columns(axis, standings, rankedBy) {
  const number = (head, title) => ({ head, title, text: (row) => row[head], right: true });
  const hasElo = standings.some((row) => isKnown(row.elo));
  return [
    { ...number("place"), text: (row) => row.place ?? "" },
    { head: "bot", text: (row) => botLink(row.name, row.bot), value: (row) => row.name, class: "name-cell" },
    number("points"),
    ...tieBreaks(standings, rankedBy),
    hasElo && { head: "Elo", text: (row) => signed(row.elo), value: (row) => row.elo, right: true },
    {
      head: `${axis.unit}, 95 %`,
      id: "interval",
      text: (row) => (row.matches ? axis.bar(row) : ""),
      value: (row) => row.elo ?? row.score,
    },
    { head: "score", text: (row) => percent(row.score), value: (row) => row.score, right: true },
    number("matches"),
    number("won"),
    number("drawn"),
    number("lost"),
    hasElo && {
      head: "LOS",
      title: "Likelihood of superiority over the next bot",
      text: (row) => percent(row.los_next),
      value: (row) => row.los_next,
      right: true,
    },
    number("late", "Matches lost on time"),
  ].filter(Boolean);
}

/** Columns of the tie-breaks that tell bots with the same points apart. */
function tieBreaks(standings, rankedBy) {
  const tells = (field) =>
    standings.some((row, place) => place && row.points === standings[place - 1].points && row[field] !== standings[place - 1][field]);
  return Object.entries(TIE_BREAKS)
    .filter(([field]) => (rankedBy ?? []).includes(field) || field === "byes")
    .filter(([field]) => ["stage", "rung", "meeting_points"].includes(field) || tells(field))
    .map(([field, head]) => ({
      head,
      text: (row) => (isKnown(row[field]) ? String(Math.round(100 * row[field]) / 100) : ""),
      value: (row) => row[field],
      right: true,
    }));
}
