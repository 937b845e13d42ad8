// The overview of a tournament: progress, standings, latest results, and the next matches.

import { card } from "../base/controls.js";
import { el, refill } from "../base/dom.js";
import { botLink, counted, duration } from "./format.js";
import { matchLink, scores, winnerOf } from "./match_rows.js";
import { TournamentPage } from "./page.js";
import { StandingsTable } from "./standings.js";
import { Wall } from "../wall/wall.js";

const LATEST = 8;
const BOARDS = 3;
const NO_SCHEDULE = { done: 0, expected: 0 };

export class OverviewView extends TournamentPage {
  constructor(app) {
    super(app, app.about.title);
    this.element.classList.add("wide");
    this._facts = el("p.facts-line");
    this._test = el("p");
    this._progress = el("div.progress");
    this._standings = new StandingsTable();
    this._latest = el("ol.results");
    this._next = el("ol.results");
    this._nextCard = card("Next", this._next);
    const wall = new Wall(app.source, BOARDS, { more: el("a", { href: "#/wall" }, "The whole wall") });
    const hasWall = this._offers("wall");
    if (hasWall) this.parts.push(wall);
    const all = el("p.more", el("a", { href: "#/matches" }, "All matches"));
    this.body.append(
      this._facts,
      this._test,
      this._progress,
      el(
        "div.glance",
        el("div.parts", this._standings.element, hasWall && card("On the boards", wall.element)),
        el("div.parts", card("Latest results", this._latest, all), this._nextCard),
      ),
    );
  }

  _offers(name) {
    return this.app.about.reads.includes(name);
  }

  async update() {
    const [standings, latest, schedule, test] = await Promise.all([
      this.source.get("standings"),
      this.source.get("matches", { limit: LATEST }),
      this._offers("schedule") ? this.source.get("schedule") : NO_SCHEDULE,
      this._offers("sprt") ? this.source.get("sprt") : null,
    ]);
    const { game, format, matches, standings: rows } = standings;
    const facts = [game, format, counted(rows.length, "bot"), counted(matches, "match", "matches")];
    refill(this._facts, facts.join(" · "));
    this._standings.update(standings);
    const results = latest.matches.slice(0, LATEST).map(resultLine);
    refill(this._latest, ...(results.length ? results : [el("li.faint", "none yet")]));
    this._showSchedule(test?.decision ? NO_SCHEDULE : schedule);
    refill(this._test, test ? testLink(test) : "");
  }

  _showSchedule({ done, expected, stages, per_second: pace, eta_seconds: left, basis, next }) {
    const words = [
      `${done.toLocaleString("en")} of ${counted(expected, "match", "matches")}`,
      pace ? `${pace.toPrecision(2)} matches per second` : null,
      left === null || left === undefined ? null : `about ${duration(left)} left`,
    ];
    const stageWords = stages?.map((stage) => `${stage.name}: ${stage.done} of ${stage.expected}`) ?? [];
    const parts = [
      el("progress", { max: expected || 1, value: done, "aria-label": "Matches played" }),
      el("p", { title: basis }, words.filter(Boolean).join(" · ")),
      stageWords.length > 1 && el("p.faint", stageWords.join(" · ")),
    ];
    refill(this._progress, ...(done >= expected ? [] : parts));
    const line = ({ players }) => el("li", el("span", ...separated(players.map((name) => botLink(name)))));
    refill(this._next, ...(next ?? []).map(line));
    this._nextCard.hidden = !next?.length;
  }
}

function testLink({ decision, llr, lower, upper }) {
  const now = llr.length
    ? `LLR ${llr.at(-1).toFixed(2)} between ${lower.toFixed(2)} and ${upper.toFixed(2)}`
    : "no evidence yet";
  return el("a", { href: "#/sprt" }, `Sequential test: ${decision ? `${decision} is accepted` : now}`);
}

/** Names of players with dashes between them. */
function separated(names) {
  return names.flatMap((name, index) => [index ? " – " : "", name]);
}

/** The scores if they differ, or else the number of rounds. */
function outcomeOf(row) {
  const differ = new Set(row.players.map((player) => player.score)).size > 1;
  return differ || row.players.length === 1 ? scores(row) : counted(row.rounds, "round");
}

function resultLine(row) {
  if (row.error) return el("li", el("span.error", row.error));
  const winner = winnerOf(row);
  const names = row.players.map(({ name }) => (name === winner ? el("b", name) : name));
  const forfeit = row.how === "forfeit" ? " · forfeit" : "";
  return el("li", matchLink(row, ...separated(names)), el("span.score-line", outcomeOf(row) + forfeit));
}
