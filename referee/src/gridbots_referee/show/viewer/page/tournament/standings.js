// The table of the standings.

import { el } from "../base/dom.js";
import { botLink, isKnown, percent, signed } from "./format.js";
import { Axis, intervalOf } from "./interval.js";
import { SortedTable, numberColumn } from "./table.js";

const MEANING =
  "Bars are 95 % confidence intervals. LOS: how likely a bot is stronger than the next one.";
const TIE_BREAKS = {
  meeting_points: "meetings",
  stage: "stage",
  rung: "rung",
  buchholz: "Buchholz",
  sonneborn_berger: "Sonneborn-Berger",
  direct: "direct",
  byes: "byes",
};

export class StandingsTable {
  constructor() {
    this._table = new SortedTable("Standings", (row) => row.name, { sort: "place" });
    this._legend = el("p.faint");
    this.element = el("div.parts", this._table.element, this._legend);
  }

  update({ standings, ranked_by: rankedBy }) {
    const axis = new Axis(standings.filter((row) => row.matches).map(intervalOf));
    this._table.update(standings, columns(axis, standings, rankedBy));
    this._legend.textContent = axis.isEmpty ? "" : `${MEANING} ${axis.description}`;
  }
}

function columns(axis, standings, rankedBy) {
  const hasElo = standings.some((row) => isKnown(row.elo));
  return [
    { ...numberColumn("place"), text: (row) => row.place ?? "" },
    { head: "bot", text: (row) => botLink(row.name, row.bot), value: (row) => row.name, class: "name-cell" },
    numberColumn("points"),
    ...tieBreaks(standings, rankedBy),
    hasElo && { head: "Elo", text: (row) => signed(row.elo), value: (row) => row.elo, right: true },
    {
      head: `${axis.unit}, 95 %`,
      id: "interval",
      text: (row) => (row.matches ? axis.bar(row) : ""),
      value: (row) => row.elo ?? row.score,
    },
    { head: "score", text: (row) => percent(row.score), value: (row) => row.score, right: true },
    ...["matches", "won", "drawn", "lost"].map((head) => numberColumn(head)),
    numberColumn("forfeits", "Matches that the bot forfeited, on time or by another failure"),
    hasElo && {
      head: "LOS",
      title: "Likelihood of superiority over the next bot",
      text: (row) => percent(row.los_next),
      value: (row) => row.los_next,
      right: true,
    },
  ].filter(Boolean);
}

/** Columns of the tie-breaks that order bots with the same points. */
function tieBreaks(standings, rankedBy) {
  const decides = (field) =>
    standings.some((row, index) => index && row.points === standings[index - 1].points && row[field] !== standings[index - 1][field]);
  return Object.entries(TIE_BREAKS)
    .filter(([field]) => (rankedBy ?? []).includes(field) || field === "byes")
    .filter(([field]) => ["stage", "rung", "meeting_points"].includes(field) || decides(field))
    .map(([field, head]) => ({
      head,
      text: (row) => (isKnown(row[field]) ? String(Math.round(100 * row[field]) / 100) : ""),
      value: (row) => row[field],
      right: true,
    }));
}
