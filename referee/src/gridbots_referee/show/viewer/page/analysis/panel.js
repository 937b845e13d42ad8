// The analysis panel of a match: findings of bots, and the form that lets a bot analyse the match.

import { summaryOf, turnsOf, valueText } from "./findings.js";
import { ScoreGraph } from "./score_graph.js";
import { button, disclosure, dropDown, labelled, optionsOf } from "../base/controls.js";
import { el, fill } from "../base/dom.js";
import { address } from "../base/route.js";
import { badge } from "../match/players.js";
import { startMatch } from "../play/rematch.js";

const TIMES = [50, 100, 200, 500, 1000, 2000].map((time) => [time, `${time} ms`]);
const ANALYSIS_POLL_MS = 700;

export class AnalysisPanel {
  /**
   * @param {function(number): void} jump goes to a round
   * @param {function(): void} redraw draws the board again, with other lines
   */
  constructor(source, key, replay, jump, redraw) {
    this._replay = replay;
    this._key = key;
    this._jump = jump;
    this._redraw = redraw;
    this._number = 0;
    this._chosen = null; // the index of the shown findings
    this._byRound = new Map();
    this._status = new AnalysisStatus(source, key, () => this._show());
    this._canVary = source.isLive; // a server plays variations
    this._graph = new ScoreGraph(replay.last, jump);
    this._bots = el("select", { "aria-label": "Bot for the analysis" });
    this._options = el("input.options", {
      "aria-label": "Options of the bot",
      placeholder: "e.g. depth=6",
    });
    this._time = dropDown(TIMES, { "aria-label": "Time per position", chosen: 200 });
    this._progress = el("progress", { max: 1, value: 0, "aria-label": "Progress of the analysis" });
    this._progressText = el("span.faint", { role: "status" });
    this._problem = el("p.error", { role: "alert", hidden: true });
    this._which = el("select", {
      "aria-label": "Findings of",
      onchange: () => this._choose(Number(this._which.value)),
    });
    this._drawsLine = el("input", { type: "checkbox", checked: true, onchange: () => redraw() });
    this._summary = el("div.summary");
    this._here = el("div.here");
    this._turns = el("ol.turns");
    this._form = el(
      "div.ask",
      { hidden: true },
      this._bots,
      this._options,
      this._time,
      button("Analyse", () => this._start()),
    );
    this._running = el(
      "div.ask",
      { hidden: true },
      this._progress,
      this._progressText,
      button("Cancel", () => this._status.cancel()),
    );
    this._found = el(
      "div.found",
      { hidden: true },
      this._which,
      this._summary,
      this._graph.element,
      labelled(this._drawsLine, "draw its best line"),
    );
    this._turning = el("div", { hidden: true }, el("h3", "Turning points"), this._turns);
    this.element = el(
      "section.card.analysis",
      { "aria-label": "Analysis", hidden: true },
      el("h2", "Analysis"),
      this._found,
      this._here,
      this._turning,
      this._form,
      this._running,
      this._problem,
    );
  }

  /** Fetch the analysis when the match has ended. */
  open() {
    if (this._isOpen) return;
    this._isOpen = true;
    this._status.refresh();
  }

  close() {
    this._status.close();
    this._graph.close();
  }

  recolour() {
    if (this._isOpen) this._show();
  }

  _start() {
    const options = this._options.value.trim();
    this._status.start(options ? `${this._bots.value}:${options}` : this._bots.value, Number(this._time.value));
  }

  _show() {
    const { bots, found, running, problem } = this._status.data;
    this.element.hidden = !this._status.isKnown || (!this._canVary && !found.length);
    if (this._bots.options.length !== bots.length) fill(this._bots, ...optionsOf(bots, "minimax"));
    this._form.hidden = !bots.length || running !== null;
    this._running.hidden = !running;
    if (running) this._showProgress(running);
    this._showProblem(problem);
    this._found.hidden = this._turning.hidden = !found.length;
    if (!found.length) {
      this.update(this._number);
      return;
    }
    const names = found.map((each, index) => [index, `${each.bot}, ${each.time_ms ?? "recorded"} ms`]);
    fill(this._which, ...optionsOf(names));
    this._which.hidden = found.length === 1;
    if (this._chosen === null || running) this._chosen = found.length - 1;
    this._choose(Math.min(this._chosen, found.length - 1));
  }

  _showProblem(problem) {
    this._problem.hidden = !problem;
    this._problem.textContent = problem;
  }

  _showProgress({ bot, done, total, seconds_left: left }) {
    this._progress.max = Math.max(total, 1);
    if (total) this._progress.value = done;
    else this._progress.removeAttribute("value");
    const time = left === null ? "" : `, ${Math.ceil(left)} s left`;
    this._progressText.textContent = total ? `${bot}: ${done} of ${total}${time}` : `${bot} is starting`;
  }

  _choose(index) {
    this._chosen = index;
    this._which.value = String(index);
    this._findings = this._status.data.found[index];
    const { bot, moves, scale } = this._findings;
    this._byRound = new Map(moves.map((move) => [`${move.round}/${move.seat}`, move]));
    this._graph.element.hidden = scale === null;
    this._graph.element.setAttribute("aria-label", `Expected score of each player, by ${bot}`);
    this._graph.show(moves);
    fill(this._summary, ...summaryOf(this._findings));
    fill(this._turns, ...turnsOf(this._findings, this._jump));
    this.update(this._number);
    this._redraw();
  }

  /** The findings for each seat in a round. */
  _at(number) {
    const { players } = this._replay.about;
    return players.map((_, seat) => this._byRound.get(`${number}/${seat}`) ?? null);
  }

  /** Show the findings of a round. */
  update(number) {
    this._number = number;
    if (!this._isOpen) return;
    const lines = [];
    if (!this._found.hidden) {
      this._graph.moveTo(number);
      lines.push(...this._at(number).filter(Boolean).map((move) => this._moveLine(move)));
    }
    fill(this._here, ...lines, this._canVary && this._continuations(number));
  }

  _moveLine(move) {
    const words = move.pv.length > 1 ? move.pv.join(" ") : "";
    const played = move.agrees ? "as played" : `played ${move.played || "no move"}`;
    const step = () => this._stepInto(move);
    return el(
      "div.finding",
      badge(move.seat),
      el("span", `best ${move.best || "no move"}, ${played}`),
      el("span.pill", valueText(move.value, move.exact)),
      this._canVary && move.pv.length > 0 && button("Step into its line", step, { class: "plain step-in" }),
      words && el("p.pv", words),
    );
  }

  /** How the user can continue from a round: other moves, or a match from there. */
  _continuations(number) {
    const link = address(["variation", this._key, String(number)]);
    const parts = [el("p.ways", el("a", { href: link }, `Try other moves in round ${number}`))];
    if (number >= this._replay.last) return parts;
    if (this._replay.about.request) {
      return [...parts, button(`Play on from round ${number}`, () => this._playOn(number))];
    }
    const command = `referee run human minimax --view --from ${this._status.data.record} --round ${number}`;
    const keepOpen = (event) => (this._isCommandOpen = event.target.open);
    const properties = { open: this._isCommandOpen, ontoggle: keepOpen };
    return [...parts, disclosure("Play on from here yourself", properties, el("pre", { tabIndex: 0 }, command))];
  }

  /** Start a match of the same players from a round. */
  async _playOn(number) {
    const start = { match: Number(this._key), round: number };
    this._showProblem(await startMatch(this._status.source, { ...this._replay.about.request, start }));
  }

  async _stepInto(move) {
    const path = `replay/${this._key}/line/${move.round}/${move.seat}`;
    try {
      const { moves } = await this._status.source.get(path, { bot: this._findings.number });
      location.hash = address(["variation", this._key, String(move.round), moves], { at: 0 });
    } catch (error) {
      this._showProblem(error.message);
    }
  }

  /** The plans to draw on the board: best lines in place of the overlays of the players. */
  plans(number, overlays) {
    if (this._found.hidden || !this._drawsLine.checked) return overlays;
    return this._at(number).map((move, seat) =>
      move?.path?.length ? { path: move.path } : (overlays[seat] ?? null),
    );
  }
}

/** The status of the analysis of a match, polled while a bot analyses it. */
class AnalysisStatus {
  /** @param {function(): void} onchange called when something is new */
  constructor(source, key, onchange) {
    this.source = source;
    this.key = key;
    this.data = { bots: [], found: [], running: null, problem: "" };
    this.isKnown = false; // sites of matches without a record have no analysis
    this._onchange = onchange;
    this._timer = 0;
    this._isClosed = false;
  }

  close() {
    this._isClosed = true;
    clearTimeout(this._timer);
  }

  async refresh() {
    clearTimeout(this._timer);
    try {
      this.data = await this.source.get(`replay/${this.key}/analysis`);
      this.isKnown = true;
    } catch (error) {
      this.data = { ...this.data, running: null, problem: error.message };
    }
    if (this._isClosed) return;
    if (this.data.running) this._timer = setTimeout(() => this.refresh(), ANALYSIS_POLL_MS);
    this._onchange();
  }

  /** Let a bot analyse the match. */
  start(bot, time) {
    return this._post("analysis", { bot, time_ms: time });
  }

  cancel() {
    return this._post("analysis/cancel", {});
  }

  async _post(path, value) {
    let problem = "";
    try {
      await this.source.post(`replay/${this.key}/${path}`, value);
    } catch (error) {
      problem = error.message;
    }
    await this.refresh();
    if (!problem) return;
    this.data = { ...this.data, problem };
    this._onchange();
  }
}
