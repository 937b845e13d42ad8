// A tournament: standings with their error bars, the cross table, ratings over time.

import { el, fill } from "./dom.js";
import { palette, seatColour } from "./palette.js";
import { table } from "./table.js";

const percent = (share) => (share === null || share === undefined ? "–" : `${(100 * share).toFixed(1)} %`);
const signed = (value) => (value === null || value === undefined ? "–" : `${value > 0 ? "+" : ""}${Math.round(value)}`);

/** A row's rating, or else its score, with the interval of 95 %. */
function interval(row) {
  return row.elo === null || row.elo === undefined
    ? { value: 100 * (row.score ?? 0.5), low: 100 * row.score_low, high: 100 * row.score_high, unit: "score, %" }
    : { value: row.elo, low: row.elo_low, high: row.elo_high, unit: "Elo" };
}

/** An interval as a bar with a point, on an axis that all rows share. */
function bar(row, least, most) {
  const { value, low, high, unit } = interval(row);
  const place = (number) => `${(100 * (number - least)) / Math.max(most - least, 1e-9)}%`;
  const drawn = el("span", { class: "interval", role: "img", "aria-label": `${unit} ${value.toFixed(0)}, from ${low.toFixed(0)} to ${high.toFixed(0)}` },
    el("span", { class: "whisker" }), el("span", { class: "point" }));
  drawn.style.setProperty("--low", place(low));
  drawn.style.setProperty("--high", place(high));
  drawn.style.setProperty("--value", place(value));
  return drawn;
}

class Page {
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
      { head: "name", text: (row) => el("a", { href: `#/matches?bot=${encodeURIComponent(row.name)}`, title: row.bot }, row.name), value: (row) => row.name },
      { head: "points", text: (row) => row.points, right: true },
      { head: "matches", text: (row) => row.matches, right: true },
      { head: "won", text: (row) => row.won, right: true },
      { head: "drawn", text: (row) => row.drawn, right: true },
      { head: "lost", text: (row) => row.lost, right: true },
      { head: "score", text: (row) => percent(row.score), value: (row) => row.score, right: true },
      { head: "Elo", text: (row) => signed(row.elo), value: (row) => row.elo, right: true },
      { head: `${ends[0]?.unit ?? "Elo"}, 95 %`, text: (row) => (row.matches ? bar(row, least, most) : ""), value: (row) => row.elo ?? row.score },
      { head: "LOS", text: (row) => percent(row.los_next), value: (row) => row.los_next, right: true },
      { head: "late", text: (row) => row.late, right: true },
    ];
    const about = `${told.tournament}: ${told.game}, ${told.format}, ${told.matches} matches. Bars hold the true value 95 times in 100; LOS: how likely a bot is stronger than the next one.`;
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
      const href = `#/matches?bot=${encodeURIComponent(names[row])}&against=${encodeURIComponent(names[column])}`;
      const drawn = el("td", { class: "right cross" }, el("a", { href, title: `${met.won} won, ${met.drawn} drawn, ${met.lost} lost` }, `${met.points}/${met.matches}`));
      drawn.style.setProperty("--share", `${100 * share}%`);
      return drawn;
    };
    const heads = names.map((name, place) => el("th", { scope: "col", class: "right", title: name }, String(place + 1)));
    const rows = names.map((name, row) => el("tr", {}, el("th", { scope: "row" }, `${row + 1}  ${name}`), ...names.map((_, column) => cell(row, column))));
    return [
      el("p", { class: "faint" }, "Points and matches of the row against the column; a click lists them."),
      el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Cross table" },
        el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, ""), ...heads)), el("tbody", {}, ...rows))),
    ];
  }
}

export class RatingsView extends Page {
  constructor(source) {
    super(source, "Ratings over time");
  }

  async parts() {
    const { names, matches, lines, unit } = await this.source.get("ratings");
    if (matches.length < 2) return [el("p", { class: "empty" }, "There are too few matches for a curve.")];
    const canvas = el("canvas", { class: "curve", role: "img", "aria-label": `${unit} of ${names.length} bots over ${matches.at(-1)} matches` });
    requestAnimationFrame(() => drawCurves(canvas, matches, lines));
    const legend = names.map((name, place) => {
      const line = lines[place].filter((value) => value !== null);
      const entry = el("li", {}, el("span", { class: "stroke" }), `${name}  ${line.length ? signed(line.at(-1)) : "–"}`);
      entry.style.setProperty("--seat", seatColour(place));
      return entry;
    });
    return [el("p", { class: "faint" }, `${unit} after so many matches`), canvas, el("ul", { class: "legend" }, ...legend)];
  }
}

function drawCurves(canvas, matches, lines) {
  const scale = devicePixelRatio || 1;
  const width = (canvas.width = Math.max(1, canvas.clientWidth * scale));
  const height = (canvas.height = Math.max(1, canvas.clientHeight * scale));
  const pen = canvas.getContext("2d");
  const values = lines.flat().filter((value) => value !== null);
  const [least, most] = [Math.min(...values, -10), Math.max(...values, 10)];
  const left = 44 * scale;
  const x = (count) => left + ((width - left - 8 * scale) * count) / matches.at(-1);
  const y = (value) => height - 18 * scale - ((height - 30 * scale) * (value - least)) / (most - least);
  const colours = palette();
  pen.font = `${11 * scale}px ui-sans-serif, system-ui, sans-serif`;
  for (const value of [least, (least + most) / 2, most]) {
    pen.fillStyle = colours.edge;
    pen.fillRect(left, y(value), width, 1);
    pen.fillStyle = colours.faint;
    pen.fillText(signed(value), 2, y(value) + 4 * scale);
  }
  for (const [place, line] of lines.entries()) {
    pen.strokeStyle = seatColour(place);
    pen.lineWidth = 2 * scale;
    pen.setLineDash(place < 6 ? [] : [6 * scale, 3 * scale]);
    pen.beginPath();
    line.forEach((value, index) => {
      if (value !== null) pen.lineTo(x(matches[index]), y(value));
    });
    pen.stroke();
  }
  pen.fillStyle = colours.faint;
  pen.textAlign = "right";
  pen.fillText(`${matches.at(-1)} matches`, width - 8 * scale, height - 4 * scale);
}
