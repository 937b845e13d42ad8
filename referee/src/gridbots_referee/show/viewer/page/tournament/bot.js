// The page of a bot: its rating over time, its opponents, how it loses, its best and worst matches.

import { el, fill } from "../base/dom.js";
import { address } from "../base/route.js";
import { botLink, counted, isKnown, shortTime, pairAddress, percent, signed, tally } from "./format.js";
import { matchColumns } from "./match_rows.js";
import { TournamentPage, card, put } from "./page.js";
import { linePlot } from "./plot.js";
import { scoreInterval } from "./score.js";
import { SortedTable } from "./table.js";

export class BotView extends TournamentPage {
  constructor(app, [name]) {
    super(app, name);
    this._name = name;
    this._command = el("p", { class: "faint command" });
    this._facts = el("dl", { class: "tiles" });
    this._plot = el("div", { class: "curves low" });
    this._opponents = new SortedTable("Opponents", (row) => row.name);
    this._seats = new SortedTable("Seats", (row) => row.seat);
    this._openings = new SortedTable("Openings", (row) => row.name);
    this._losses = el("ul", { class: "shares" });
    this._time = el("dl", { class: "tiles" });
    this._best = new SortedTable("Best matches", (row) => row.key);
    this._worst = new SortedTable("Worst matches", (row) => row.key);
    this._openingsCard = card("By opening", this._openings.element);
    this.body.append(
      this._command,
      this._facts,
      card("Rating over time", this._plot),
      card("Against each opponent", this._opponents.element),
      el(
        "div",
        { class: "columns" },
        card("How it loses", this._losses),
        card("Time", this._time),
        card("By seat", this._seats.element),
        this._openingsCard,
      ),
      card("Best matches", this._best.element),
      card("Worst matches", this._worst.element),
      el("p", {}, el("a", { href: address(["matches"], { bot: name }) }, `All matches of ${name}`)),
    );
    this._observer = new ResizeObserver(() => this._drawPlot());
    this._observer.observe(this._plot);
  }

  async update() {
    const told = (this._told = await this.source.get(`bot/${encodeURIComponent(this._name)}`));
    put(this._command, told.bot === told.name ? "" : told.bot);
    put(this._facts, ...factTiles(standingFacts(told.standing)));
    put(this._time, ...factTiles(timeFacts(told.time)));
    this._opponents.update(told.opponents, opponentColumns(this._name));
    this._seats.update(told.seats, SEAT_COLUMNS);
    this._openings.update(told.openings ?? [], OPENING_COLUMNS);
    this._openingsCard.hidden = !told.openings?.length;
    put(this._losses, ...lossBars(told.losses, this._name));
    this._best.update(told.best, matchColumns(told.best));
    this._worst.update(told.worst, matchColumns(told.worst));
    this._drawPlot();
  }

  recolour() {}

  close() {
    this._observer.disconnect();
  }

  _drawPlot() {
    const width = this._plot.clientWidth;
    if (!this._told || !width) return;
    const { unit, matches, line, low, high } = this._told.rating;
    if (matches.length < 2) {
      fill(this._plot, el("p", { class: "empty" }, "There are too few matches for a curve."));
      return;
    }
    const label = `${unit} of ${this._name} over ${matches.at(-1)} matches of the tournament`;
    const { elo_low: least, elo_high: most } = this._told.standing;
    const ends = isKnown(least) && unit === "Elo" ? [least, most] : undefined;
    const curve = { name: this._name, place: 0, values: line, low, high, ends };
    fill(this._plot, linePlot(width, 240, matches, [curve], { label }));
  }
}

export function factTiles(facts) {
  return facts
    .filter(([, value]) => isKnown(value) && value !== "")
    .map(([term, value]) => el("div", {}, el("dt", {}, term), el("dd", {}, String(value))));
}

function standingFacts(row) {
  const reach = isKnown(row.elo) ? Math.round((row.elo_high - row.elo_low) / 2) : null;
  return [
    ["place", row.place],
    ["points", row.points],
    ["Elo", isKnown(row.elo) ? `${signed(row.elo)} ± ${reach}` : null],
    ["won–drawn–lost", tally(row)],
    ["score", percent(row.score)],
    ["matches", row.matches],
    ["late", row.late],
  ];
}

function timeFacts(time) {
  const known = (value) => (isKnown(value) ? shortTime(value) : null);
  return [
    ["moves", time.moves?.toLocaleString("en")],
    ["mean time a move", known(time.mean_wall_ms)],
    ["longest move", known(time.most_wall_ms)],
    ["mean CPU a move", known(time.mean_cpu_ms)],
    ["most CPU", known(time.most_cpu_ms)],
    ["lost on time", time.late],
    ["warnings", time.warnings],
  ];
}

function opponentColumns(name) {
  const number = (head) => ({ head, text: (row) => row[head], right: true });
  return [
    { head: "opponent", text: (row) => botLink(row.name), value: (row) => row.name },
    {
      head: "score",
      text: (row) => el("a", { href: pairAddress(name, row.name) }, percent(row.points / row.matches)),
      value: (row) => row.points / row.matches,
      right: true,
    },
    { head: "95 %", text: (row) => shareBar(row), value: (row) => row.points / row.matches },
    number("matches"),
    number("won"),
    number("drawn"),
    number("lost"),
    { head: "its Elo", text: (row) => signed(row.elo), value: (row) => row.elo, right: true },
  ];
}

/** A score with its interval on an axis from 0 to 1. */
function shareBar(row) {
  const [low, high] = scoreInterval(row);
  const label = `from ${percent(low, 0)} to ${percent(high, 0)}`;
  const drawn = el(
    "span",
    { class: "interval", role: "img", "aria-label": label, title: label },
    el("span", { class: "zero" }),
    el("span", { class: "whisker" }),
    el("span", { class: "point" }),
  );
  const places = { low, high, value: row.points / row.matches, zero: 0.5 };
  for (const [name, share] of Object.entries(places)) drawn.style.setProperty(`--${name}`, `${100 * share}%`);
  return drawn;
}

const SEAT_COLUMNS = [
  { head: "seat", text: (row) => row.seat, right: true },
  { head: "score", text: (row) => percent(row.score), value: (row) => row.score, right: true },
  {
    head: "95 %",
    fixed: true,
    text: (row) => (row.matches ? `${percent(row.score_low, 0)} to ${percent(row.score_high, 0)}` : "–"),
  },
  { head: "matches", text: (row) => row.matches, right: true },
];

const OPENING_COLUMNS = [
  { head: "opening", text: (row) => row.name, wraps: true },
  { head: "score", text: (row) => percent(row.score), value: (row) => row.score, right: true },
  { head: "matches", text: (row) => row.matches, right: true },
];

/** Losses by their causes, the most frequent first; a click lists them. */
function lossBars(losses, name) {
  const most = Math.max(...losses.map((each) => each.matches), 1);
  if (!losses.length) return [el("li", { class: "faint" }, "It has not lost.")];
  return losses.map(({ cause, termination, matches }) => {
    const href = address(["matches"], { bot: name, ending: "lost", termination });
    const bar = el("span", { class: "share" });
    bar.style.setProperty("--share", `${(100 * matches) / most}%`);
    return el("li", {}, el("a", { href }, cause || termination), bar, counted(matches, "match", "matches"));
  });
}
