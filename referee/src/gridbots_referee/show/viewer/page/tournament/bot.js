// The page of a bot: its rating over time, its opponents, its losses, its best and worst matches.

import { card, terms } from "../base/controls.js";
import { el, refill } from "../base/dom.js";
import { address } from "../base/route.js";
import { botLink, counted, isKnown, shortTime, pairAddress, percent, signed, tally } from "./format.js";
import { scoreBar } from "./interval.js";
import { matchColumns } from "./match_rows.js";
import { TournamentPage } from "./page.js";
import { Plot } from "./plot.js";
import { SortedTable, numberColumn } from "./table.js";

export class BotView extends TournamentPage {
  constructor(app, [name]) {
    super(app, name);
    this._name = name;
    this._command = el("p.faint.command");
    this._facts = el("dl.tiles");
    this._plot = new Plot("low");
    this.parts.push(this._plot);
    this._opponents = new SortedTable("Opponents", (row) => row.name);
    this._seats = new SortedTable("Seats", (row) => row.seat);
    this._openings = new SortedTable("Openings", (row) => row.name);
    this._losses = el("ul.shares");
    this._time = el("dl.tiles");
    this._best = new SortedTable("Best matches", (row) => row.key);
    this._worst = new SortedTable("Worst matches", (row) => row.key);
    this._openingsCard = card("By opening", this._openings.element);
    this.body.append(
      this._command,
      this._facts,
      card("Rating over time", this._plot.element),
      card("Against each opponent", this._opponents.element),
      el(
        "div.columns",
        card("Causes of losses", this._losses),
        card("Time", this._time),
        card("By seat", this._seats.element),
        this._openingsCard,
      ),
      card("Best matches", this._best.element),
      card("Worst matches", this._worst.element),
      el("p", el("a", { href: address(["matches"], { bot: name }) }, `All matches of ${name}`)),
    );
  }

  async update() {
    const data = await this.source.get(`bot/${encodeURIComponent(this._name)}`);
    refill(this._command, data.bot === data.name ? "" : data.bot);
    refill(this._facts, ...terms(standingFacts(data.standing)));
    refill(this._time, ...terms(timeFacts(data.time)));
    this._opponents.update(data.opponents, opponentColumns(this._name));
    this._seats.update(data.seats, SEAT_COLUMNS);
    this._openings.update(data.openings ?? [], OPENING_COLUMNS);
    this._openingsCard.hidden = !data.openings?.length;
    refill(this._losses, ...lossBars(data.losses, this._name));
    this._best.update(data.best, matchColumns(data.best));
    this._worst.update(data.worst, matchColumns(data.worst));
    this._showRating(data);
  }

  _showRating({ rating, standing }) {
    const { unit, matches, line } = rating;
    const { elo_low: low, elo_high: high } = standing;
    const ends = isKnown(low) && unit === "Elo" ? [low, high] : undefined;
    const label = `${unit} of ${this._name} over ${matches.at(-1)} matches of the tournament`;
    this._plot.show(240, matches, [{ name: this._name, index: 0, values: line, ends }], { label });
  }
}

function standingFacts(row) {
  const error = isKnown(row.elo) ? Math.round((row.elo_high - row.elo_low) / 2) : null;
  return [
    ["place", row.place],
    ["points", row.points],
    ["Elo", isKnown(row.elo) ? `${signed(row.elo)} ± ${error}` : null],
    ["won–drawn–lost", tally(row)],
    ["score", percent(row.score)],
    ["matches", row.matches],
    ["forfeits", row.forfeits],
  ];
}

function timeFacts(time) {
  const known = (value) => (isKnown(value) ? shortTime(value) : null);
  return [
    ["moves", time.moves?.toLocaleString("en")],
    ["mean time per move", known(time.mean_wall_ms)],
    ["longest move", known(time.most_wall_ms)],
    ["mean CPU time per move", known(time.mean_cpu_ms)],
    ["longest CPU time", known(time.most_cpu_ms)],
    ["lost on time", time.late],
    ["warnings", time.warnings],
  ];
}

const SCORE_COLUMN = { head: "score", text: (row) => percent(row.score), value: (row) => row.score, right: true };

function opponentColumns(name) {
  return [
    { head: "opponent", text: (row) => botLink(row.name), value: (row) => row.name },
    {
      ...SCORE_COLUMN,
      text: (row) => el("a", { href: pairAddress(name, row.name) }, percent(row.score)),
    },
    { head: "95 %", text: scoreBar, value: (row) => row.score },
    ...["matches", "won", "drawn", "lost", "forfeits"].map((head) => numberColumn(head)),
    { head: "its Elo", text: (row) => signed(row.elo), value: (row) => row.elo, right: true },
  ];
}

const SEAT_COLUMNS = [
  numberColumn("seat"),
  SCORE_COLUMN,
  {
    head: "95 %",
    fixed: true,
    text: (row) => (row.matches ? `${percent(row.score_low, 0)} to ${percent(row.score_high, 0)}` : "–"),
  },
  numberColumn("matches"),
];

const OPENING_COLUMNS = [
  { head: "opening", text: (row) => row.name, wraps: true },
  SCORE_COLUMN,
  numberColumn("matches"),
];

/** Losses by cause, the most frequent first; each is a link to its matches. */
function lossBars(losses, name) {
  if (!losses.length) return [el("li.faint", "It has not lost a match.")];
  const most = Math.max(...losses.map((each) => each.matches));
  return losses.map(({ cause, termination, matches }) => {
    const href = address(["matches"], { bot: name, ending: "lost", termination });
    const bar = el("span.share");
    bar.style.setProperty("--share", `${(100 * matches) / most}%`);
    return el("li", el("a", { href }, cause || termination), bar, counted(matches, "match", "matches"));
  });
}
