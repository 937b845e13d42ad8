// A tournament at a glance: how far it is, the standings, the latest results, what comes next.

import { el } from "../base/dom.js";
import { botLink, counted, duration } from "./format.js";
import { matchLink, scores, winners } from "./match_rows.js";
import { TournamentPage, card, put } from "./page.js";
import { StandingsTable } from "./standings.js";
import { Wall } from "../wall/wall.js";

const LATEST = 8;
const BOARDS = 3;
const NO_SCHEDULE = { done: 0, expected: 0 }; // nothing is to come

export class OverviewView extends TournamentPage {
  constructor(app) {
    super(app, app.about.title);
    this.element.classList.add("wide");
    this._facts = el("p", { class: "facts-line" });
    this._test = el("p");
    this._progress = el("div", { class: "progress" });
    this._standings = new StandingsTable();
    this._latest = el("ol", { class: "results" });
    this._next = el("ol", { class: "results" });
    this._nextCard = card("Next", this._next);
    const more = el("a", { href: "#/wall" }, "The whole wall");
    this._wall = new Wall(app.source, BOARDS, { more });
    const wall = card("On the boards", this._wall.element);
    const latest = card("Latest results", this._latest);
    latest.append(el("p", { class: "more" }, el("a", { href: "#/matches" }, "All matches")));
    this._has = (name) => app.about.reads.includes(name);
    wall.hidden = !this._has("wall");
    this.body.append(
      this._facts,
      this._test,
      this._progress,
      el(
        "div",
        { class: "glance" },
        el("div", { class: "parts" }, this._standings.element, wall),
        el("div", { class: "parts" }, latest, this._nextCard),
      ),
    );
  }

  async update() {
    const [standings, latest, schedule, test] = await Promise.all([
      this.source.get("standings"),
      this.source.get("matches", { limit: LATEST }),
      this._has("schedule") ? this.source.get("schedule") : NO_SCHEDULE,
      this._has("sprt") ? this.source.get("sprt") : null,
    ]);
    const { game, format, matches, standings: rows } = standings;
    const facts = [game, format, counted(rows.length, "bot"), counted(matches, "match", "matches")];
    put(this._facts, facts.join(" · "));
    this._standings.update(standings);
    const results = latest.matches.slice(0, LATEST).map(resultLine);
    put(this._latest, ...(results.length ? results : [el("li", { class: "faint" }, "none yet")]));
    this._showSchedule(test?.decision ? NO_SCHEDULE : schedule);
    put(this._test, test ? testLink(test) : "");
  }

  _showSchedule({ done, expected, stages, per_second: pace, eta_seconds: left, basis, next }) {
    const isOver = done >= expected;
    const words = [
      `${done.toLocaleString("en")} of ${counted(expected, "match", "matches")}`,
      pace ? `${pace.toPrecision(2)} matches per second` : null,
      left === null || left === undefined ? null : `about ${duration(left)} left`,
    ];
    const parts = [
      el("progress", { max: expected || 1, value: done, "aria-label": "Matches played" }),
      el("p", { title: basis }, words.filter(Boolean).join(" · ")),
      stages?.length > 1 ? stageList(stages) : null,
    ];
    put(this._progress, ...(isOver ? [] : parts.filter(Boolean)));
    put(this._next, ...(next ?? []).map(({ players }) => el("li", {}, el("span", {}, ...versus(players)))));
    this._nextCard.hidden = !next?.length;
  }

  start() {
    if (this._has("wall")) this._wall.start();
    return this.refresh();
  }

  recolour() {
    this._wall.recolour();
  }

  close() {
    this._wall.close();
  }
}

function testLink({ decision, llr, lower, upper }) {
  const now = llr.length ? `LLR ${llr.at(-1).toFixed(2)} between ${lower.toFixed(2)} and ${upper.toFixed(2)}` : "no evidence yet";
  return el("a", { href: "#/sprt" }, decision ? `Sequential test: ${decision} is accepted` : `Sequential test: ${now}`);
}

function stageList(stages) {
  const words = stages.map(({ name, done, expected }) => `${name}: ${done} of ${expected}`);
  return el("p", { class: "faint" }, words.join(" · "));
}

function versus(players) {
  return players.flatMap((name, seat) => [seat ? " – " : "", botLink(name)]);
}

/** The scores where they tell anybody from another, else how long it was. */
function outcomeOf(row) {
  const isTold = new Set(row.players.map((player) => player.score)).size > 1;
  return isTold || row.players.length === 1 ? scores(row) : counted(row.rounds, "round");
}

function resultLine(row) {
  if (row.error) return el("li", {}, el("span", { class: "error" }, row.error));
  const winner = winners(row);
  const names = row.players.flatMap((player, seat) => [
    seat ? " – " : "",
    player.name === winner ? el("b", {}, player.name) : player.name,
  ]);
  return el(
    "li",
    {},
    matchLink(row, ...names),
    el("span", { class: "score-line" }, outcomeOf(row)),
  );
}

