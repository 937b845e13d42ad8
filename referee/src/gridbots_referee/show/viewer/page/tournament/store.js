// A tournament: standings with their error bars, and the cross table.

import { el, fill } from "../base/dom.js";
import { table } from "./table.js";

const percent = (share) =>
  share === null || share === undefined ? "–" : `${(100 * share).toFixed(1)} %`;
export const signed = (value) =>
  value === null || value === undefined ? "–" : `${value > 0 ? "+" : ""}${Math.round(value)}`;

/** A row's rating, or else its score, with the interval of 95 %. */
function interval(row) {
  return row.elo === null || row.elo === undefined
    ? {
        value: 100 * (row.score ?? 0.5),
        low: 100 * row.score_low,
        high: 100 * row.score_high,
        unit: "score, %",
      }
    : { value: row.elo, low: row.elo_low, high: row.elo_high, unit: "Elo" };
}

/** An interval as a bar with a point, on an axis that all rows share. */
function bar(row, least, most) {
  const { value, low, high, unit } = interval(row);
  const place = (number) => `${(100 * (number - least)) / Math.max(most - least, 1e-9)}%`;
  const drawn = el(
    "span",
    {
      class: "interval",
      role: "img",
      "aria-label": `${unit} ${value.toFixed(0)}, from ${low.toFixed(0)} to ${high.toFixed(0)}`,
    },
    el("span", { class: "whisker" }),
    el("span", { class: "point" }),
  );
  drawn.style.setProperty("--low", place(low));
  drawn.style.setProperty("--high", place(high));
  drawn.style.setProperty("--value", place(value));
  return drawn;
}

export class Page {
  constructor(source, title) {
    this.source = source;
    this._body = el("div");
    this.element = el("section", { class: "page" }, el("h1", {}, title), this._body);
  }

  async refresh() {
    try {
      fill(this._body, ...(await this.parts()));
    } catch (error) {
      fill(this._body, el("p", { class: "error", role: "alert" }, error.message));
    }
  }

  start() {
    return this.refresh();
  }

  changed() {
    return this.refresh();
  }

  recolour() {
    this.refresh();
  }

  close() {}
}

const MEANING =
  "Bars hold the true value 95 times in 100; LOS: how likely a bot is stronger than the next one.";

export class StandingsView extends Page {
  constructor(source) {
    super(source, "Standings");
  }

  async parts() {
    const told = await this.source.get("standings");
    const ends = told.standings.filter((row) => row.matches).map(interval);
    const least = Math.min(...ends.map((each) => each.low), 0);
    const most = Math.max(...ends.map((each) => each.high), 1);
    const columns = [
      { head: "place", text: (row) => row.place, right: true },
      {
        head: "name",
        text: (row) =>
          el(
            "a",
            { href: `#/matches?bot=${encodeURIComponent(row.name)}`, title: row.bot },
            row.name,
          ),
        value: (row) => row.name,
      },
      { head: "points", text: (row) => row.points, right: true },
      { head: "matches", text: (row) => row.matches, right: true },
      { head: "won", text: (row) => row.won, right: true },
      { head: "drawn", text: (row) => row.drawn, right: true },
      { head: "lost", text: (row) => row.lost, right: true },
      { head: "score", text: (row) => percent(row.score), value: (row) => row.score, right: true },
      { head: "Elo", text: (row) => signed(row.elo), value: (row) => row.elo, right: true },
      {
        head: `${ends[0]?.unit ?? "Elo"}, 95 %`,
        text: (row) => (row.matches ? bar(row, least, most) : ""),
        value: (row) => row.elo ?? row.score,
      },
      {
        head: "LOS",
        text: (row) => percent(row.los_next),
        value: (row) => row.los_next,
        right: true,
      },
      { head: "late", text: (row) => row.late, right: true },
    ];
    const played = `${told.game}, ${told.format}, ${told.matches} matches`;
    const about = `${told.tournament}: ${played}. ${MEANING}`;
    return [el("p", { class: "faint" }, about), table(columns, told.standings, "Standings")];
  }
}

export class CrosstableView extends Page {
  constructor(source) {
    super(source, "Head to head");
  }

  async parts() {
    const { names, cells } = await this.source.get("crosstable");
    const cell = (row, column) => {
      if (row === column) return el("td", { class: "self" }, "");
      const met = cells[row][column];
      if (!met) return el("td", { class: "right faint" }, "–");
      const share = met.points / met.matches;
      const query = new URLSearchParams({ bot: names[row], against: names[column] });
      const href = `#/matches?${query}`;
      const drawn = el(
        "td",
        { class: "right cross" },
        el(
          "a",
          { href, title: `${met.won} won, ${met.drawn} drawn, ${met.lost} lost` },
          `${met.points}/${met.matches}`,
        ),
      );
      drawn.style.setProperty("--share", `${100 * share}%`);
      return drawn;
    };
    const heads = names.map((name, place) =>
      el("th", { scope: "col", class: "right", title: name }, String(place + 1)),
    );
    const rows = names.map((name, row) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, `${row + 1}  ${name}`),
        ...names.map((_, column) => cell(row, column)),
      ),
    );
    return [
      el(
        "p",
        { class: "faint" },
        "Points and matches of the row against the column; a click lists them.",
      ),
      el(
        "div",
        { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Cross table" },
        el(
          "table",
          {},
          el("thead", {}, el("tr", {}, el("th", {}, ""), ...heads)),
          el("tbody", {}, ...rows),
        ),
      ),
    ];
  }
}
