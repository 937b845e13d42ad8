// The analysis of a match: a graph, turning points, best lines, and a bot that examines it.

import { summaryOf, turnsOf, valueText } from "./findings.js";
import { AnalysisSource } from "./source.js";
import { ScoreGraph } from "./score_graph.js";
import { el, fill } from "../base/dom.js";
import { address } from "../base/route.js";
import { badge } from "../match/players.js";
import { begun } from "../play/lobby.js";

const TIMES = [50, 100, 200, 500, 1000, 2000];

export class AnalysisPanel {
  /**
   * @param {function(number): void} jump called with a round to go to
   * @param {function(): void} redraw called when what is drawn on the board has changed
   */
  constructor(source, key, replay, jump, redraw) {
    this._replay = replay;
    this._key = key;
    this._jump = jump;
    this._redraw = redraw;
    this._number = 0;
    this._chosen = null; // the number of the bot whose findings are shown
    this._byRound = new Map();
    this._data = new AnalysisSource(source, key, () => this._show());
    this._isServed = source.isLive; // the rules are there: variations can be played
    this._canRun = false; // bots may be started
    this._canvas = el("canvas", { class: "scores", role: "img" });
    this._graph = new ScoreGraph(this._canvas, replay.last, jump);
    this._bots = el("select", { "aria-label": "Bot that examines" });
    this._options = el("input", {
      class: "options",
      "aria-label": "Options of the bot",
      placeholder: "options, as depth=6",
    });
    this._time = el(
      "select",
      { "aria-label": "Time per position" },
      ...TIMES.map((time) => el("option", { value: time, selected: time === 200 }, `${time} ms`)),
    );
    this._start = el("button", { type: "button", class: "plain", onclick: () => this._run() }, "Analyse");
    this._cancel = el(
      "button",
      { type: "button", class: "plain", onclick: () => this._data.cancel() },
      "Cancel",
    );
    this._progress = el("progress", { max: 1, value: 0, "aria-label": "Progress of the analysis" });
    this._left = el("span", { class: "faint", role: "status" });
    this._problem = el("p", { class: "error", role: "alert", hidden: true });
    this._which = el("select", {
      "aria-label": "Findings of",
      onchange: () => this._choose(Number(this._which.value)),
    });
    this._draws = el("input", { type: "checkbox", checked: true, onchange: () => redraw() });
    this._summary = el("div", { class: "summary" });
    this._here = el("div", { class: "here" });
    this._turns = el("ol", { class: "turns" });
    this._form = el(
      "div",
      { class: "ask", hidden: true },
      this._bots,
      this._options,
      this._time,
      this._start,
    );
    this._busy = el("div", { class: "ask", hidden: true }, this._progress, this._left, this._cancel);
    this._found = el(
      "div",
      { class: "found", hidden: true },
      this._which,
      this._summary,
      this._canvas,
      el("label", { class: "choice" }, this._draws, "draw its best line"),
    );
    this._turning = el("div", { hidden: true }, el("h3", {}, "Turning points"), this._turns);
    this.element = el(
      "section",
      { class: "card analysis", "aria-label": "Analysis", hidden: true },
      el("h2", {}, "Analysis"),
      this._found,
      this._here,
      this._turning,
      this._form,
      this._busy,
      this._problem,
    );
  }

  /** Ask what is known, of a match that has ended. */
  open() {
    if (this._isOpen) return;
    this._isOpen = true;
    this._data.refresh();
  }

  close() {
    this._data.close();
  }

  recolour() {
    if (this._isOpen) this._show();
  }

  _run() {
    const options = this._options.value.trim();
    this._data.start(options ? `${this._bots.value}:${options}` : this._bots.value, Number(this._time.value));
  }

  _show() {
    const { bots, found, running, problem } = this._data.told;
    this._canRun = bots.length > 0;
    this.element.hidden = !this._data.isKnown || (!this._isServed && !found.length);
    if (this._bots.options.length !== bots.length) {
      const usual = bots.includes("minimax") ? "minimax" : bots[0];
      fill(this._bots, ...bots.map((bot) => el("option", { selected: bot === usual }, bot)));
    }
    this._form.hidden = !this._canRun || running !== null;
    this._busy.hidden = !running;
    if (running) this._tell(running);
    this._problem.hidden = !problem;
    this._problem.textContent = problem;
    this._found.hidden = this._turning.hidden = !found.length;
    if (!found.length) {
      this.update(this._number);
      return;
    }
    const names = found.map((bot) => `${bot.bot}, ${bot.time_ms ?? "recorded"} ms`);
    fill(this._which, ...names.map((name, place) => el("option", { value: place }, name)));
    this._which.hidden = found.length === 1;
    if (this._chosen === null || running) this._chosen = found.length - 1;
    this._choose(Math.min(this._chosen, found.length - 1));
  }

  _tell({ bot, done, total, seconds_left: left }) {
    this._progress.max = Math.max(total, 1);
    if (total) this._progress.value = done;
    else this._progress.removeAttribute("value");
    const time = left === null ? "" : `, ${Math.ceil(left)} s left`;
    this._left.textContent = total ? `${bot}: ${done} of ${total}${time}` : `${bot} is being started`;
  }

  _choose(place) {
    this._chosen = place;
    this._which.value = String(place);
    this._bot = this._data.told.found[place];
    this._byRound = new Map(this._bot.moves.map((move) => [`${move.round}/${move.seat}`, move]));
    this._graph.show(this._bot.moves);
    this._canvas.hidden = this._bot.scale === null;
    this._canvas.setAttribute("aria-label", `Expected score of each player, by ${this._bot.bot}`);
    fill(this._summary, ...summaryOf(this._bot));
    fill(this._turns, ...turnsOf(this._bot, this._jump));
    this.update(this._number);
    this._redraw();
  }

  _at(number) {
    const { players } = this._replay.about;
    return players.map((_, seat) => this._byRound.get(`${number}/${seat}`) ?? null);
  }

  /** The position that is shown has changed. */
  update(number) {
    this._number = number;
    if (!this._isOpen) return;
    if (this._found.hidden) {
      fill(this._here, ...(this._isServed ? this._ways(number) : []));
      return;
    }
    this._graph.draw(number);
    const found = this._at(number);
    fill(
      this._here,
      ...found.filter(Boolean).map((move) => this._said(move)),
      ...(this._isServed ? this._ways(number) : []),
    );
  }

  _said(move) {
    const words = move.pv.length > 1 ? move.pv.join(" ") : "";
    const differs = move.agrees ? "as played" : `played ${move.played || "no move"}`;
    return el(
      "div",
      { class: "said" },
      badge(move.seat),
      el("span", {}, `best ${move.best || "no move"}, ${differs}`),
      el("span", { class: "pill" }, valueText(move.value, move.exact)),
      this._isServed && move.pv.length
        ? el(
            "button",
            { type: "button", class: "plain step-in", onclick: () => this._stepInto(move) },
            "Step into its line",
          )
        : null,
      words ? el("p", { class: "pv" }, words) : null,
    );
  }

  _ways(number) {
    const words = `referee run human minimax --view --from ${this._data.told.record} --round ${number}`;
    return [
      el(
        "p",
        { class: "ways" },
        el("a", { href: address(["variation", this._key, String(number)]) }, `Try other moves in round ${number}`),
      ),
      number < this._replay.last && this._replay.about.order
        ? el(
            "button",
            { type: "button", class: "plain", onclick: () => this._playOn(number) },
            `Play on from round ${number}`,
          )
        : null,
      number < this._replay.last && !this._replay.about.order
        ? el(
            "details",
            { open: this._isTold, ontoggle: (event) => (this._isTold = event.target.open) },
            el("summary", {}, "Play on from here yourself"),
            el("pre", { tabIndex: 0 }, words),
          )
        : null,
    ];
  }

  /** The players of this match go on from a position of it. */
  async _playOn(number) {
    const { source } = this._data;
    const onward = { match: Number(this._key), round: number };
    const { problems } = await source.post("order", { ...this._replay.about.order, onward });
    const about = problems ? null : await begun(source, () => false);
    if (about?.replay) location.hash = `#/match/${about.replay}`;
    else {
      this._problem.hidden = false;
      this._problem.textContent = problems ? Object.values(problems).join("; ") : about.problem;
    }
  }

  async _stepInto(move) {
    const path = `replay/${this._key}/line/${move.round}/${move.seat}`;
    try {
      const { moves } = await this._data.source.get(path, { bot: this._bot.number });
      location.hash = address(["variation", this._key, String(move.round), moves], { at: 0 });
    } catch (error) {
      this._problem.hidden = false;
      this._problem.textContent = error.message;
    }
  }

  /** What is drawn over the board: the best lines in place of what the players thought. */
  thoughts(number, shown) {
    if (this._found.hidden || !this._draws.checked) return shown;
    return this._at(number).map((move, seat) =>
      move?.path?.length ? { path: move.path } : (shown[seat] ?? null),
    );
  }
}
