// The view of a match: the board, its controls, the players, and what happened.

import { AnalysisPanel } from "../analysis/panel.js";
import { disclosure } from "../base/controls.js";
import { announce, el, reducesMotion } from "../base/dom.js";
import { BoardStage } from "../board/board.js";
import { MoveInput } from "../play/move_input.js";
import { Rematch } from "../play/rematch.js";
import { RoundAddress, parseRoundAddress } from "./address.js";
import { DialoguePanel } from "./dialogue.js";
import { EventList } from "./events.js";
import { Graph } from "./graph.js";
import { Highlights } from "./highlights.js";
import { Keyboard } from "./keys.js";
import { PlayerPanel } from "./players.js";
import { Position } from "./position.js";
import { ResultCard } from "./result.js";
import { Transport } from "./transport.js";

const MATCH_REFRESH_MS = 1000; // at least, between two requests for the events of a live match

export class MatchView {
  /** @param {{path: string[], query: Object}} where the rest of the address */
  constructor(source, key, replay, where = { path: [], query: {} }) {
    this.source = source;
    this.key = key;
    this.replay = replay;
    this.onended = () => {}; // a match that showed only a seat's view can be shown completely now
    const { about } = replay;
    replay.isLive = about.how === null;
    this.wasLive = replay.isLive || key.startsWith("live"); // also shortly after its end
    replay.onready = (error) => (error ? this._showError(error) : this._stage.requestDraw());
    this.position = new Position(replay, () => this._stage.requestDraw());
    this.position.follows = replay.isLive;
    const jump = (number) => this.position.jump(number);
    const hides = (seat) => this._hides(seat);
    const redraw = () => this._stage.requestDraw();
    this._stage = new BoardStage(about, () => this._draw(), 0.56);
    this._stage.onresize = () => {
      this.graph.reset();
      this.transport.showMarks();
    };
    this.roundAddress = new RoundAddress(key, () => this._addressedPosition());
    this.position.onjump = (act) => this.roundAddress.jump(act);
    this.transport = new Transport(replay, this.position, (seat) => this._showView(seat), this.roundAddress.element);
    this.panels = about.players.map((_, seat) => new PlayerPanel(about, seat, redraw));
    this.events = new EventList(replay, jump, hides);
    this.analysis = new AnalysisPanel(source, key, replay, jump, redraw);
    this.moveInput = new MoveInput(source, key, replay, this._stage.canvas);
    this._rematch = new Rematch(source);
    this.graph = new Graph(replay, jump, hides);
    this.highlights = new Highlights(replay, this.position, hides);
    this.result = new ResultCard(replay, jump);
    this.dialogue = new DialoguePanel(replay, redraw);
    this._verdict = el("p.verdict");
    this._error = el("p.error", { role: "alert", hidden: true });
    this.element = this._page();
    this._showEnd();
    this.keyboard = new Keyboard(this);
    this._startsAtRound = this._goTo(where);
  }

  /** Go to the round and the seat of an address; returns whether it names a round. */
  _goTo({ path, query }) {
    const { about, last } = this.replay;
    const { number, seat, problem } = parseRoundAddress(path, query, last, about.players.length);
    this._error.hidden = !problem;
    this._error.textContent = problem;
    if (seat !== undefined) this._selectSeat(seat);
    if (number !== null) this.position.to(number);
    return number !== null;
  }

  /** Go to another address of this match; without a round, follow live play. */
  visit(path, query) {
    if (!this._goTo({ path, query }) && this.replay.isLive) this.position.follow();
  }

  _selectSeat(seat) {
    this.dialogue.select(seat);
    if (!this.replay.about.hidden) this.dialogue.element.open = true;
    else if (!this.replay.isRestricted) {
      this.transport.selectView(seat);
      this._showView(seat);
    }
  }

  /** The round and the seat for the address; no round during live play. */
  _addressedPosition() {
    const { about, seat } = this.replay;
    const selected = this.dialogue.element.open ? this.dialogue.seat : null;
    return {
      round: this.position.follows ? null : this.position.number,
      seat: about.hidden ? seat : selected,
    };
  }

  _page() {
    const { about } = this.replay;
    return el(
      "div.match",
      el(
        "section.play",
        { "aria-label": "Board" },
        el("div.heading", el("h1", about.title), this._verdict),
        this._stage.element,
        this.moveInput.element,
        this._rematch.element,
        this._error,
        this.transport.element,
        this.highlights.element,
        this.result.element,
        this.graph.element,
        this.dialogue.element,
      ),
      el(
        "aside.side",
        { "aria-label": "Players" },
        ...this.panels.map((panel) => panel.element),
        this.analysis.element,
        this.events.element,
        disclosure("About this match", { class: "card" }, el("p.about", factsOf(about))),
      ),
    );
  }

  /** Fetch the measures that the server computes, and show what depends on them. */
  async _measure() {
    if (this.replay.about.how !== null) await this.graph.fetch();
    this.highlights.update(this.graph.lead);
    this.result.update(this.graph.lead);
  }

  /** Start when the view is in the document. */
  start() {
    this._measure();
    this._stage.fit();
    if (this.replay.isLive) this.position.grow();
    else if (!this._startsAtRound && !reducesMotion() && !this.position.isPlaying) this.position.toggle();
    this._stage.requestDraw();
  }

  close() {
    this.position.isPlaying = false;
    this.roundAddress.close();
    this._stage.close();
    this.analysis.close();
    this.moveInput.close();
    this.keyboard.close();
  }

  /** The theme has changed. */
  recolour() {
    for (const panel of this.panels) panel.recolour();
    this.analysis.recolour();
    this.events.update();
    this._stage.fit();
  }

  /** Show the view of a seat, or the complete state for null. */
  _showView(seat) {
    this.replay.seat = seat;
    this.dialogue.select(seat ?? this.dialogue.seat, seat !== null);
    this._updateMeasures();
    this.events.update();
    this._stage.requestDraw();
    this.roundAddress.update();
  }

  _updateMeasures() {
    this.graph.reset();
    this.highlights.update(this.graph.lead);
  }

  /** A live match has more rounds. */
  grow(message) {
    if (this.replay.isLive) {
      this.replay.grow(message.last);
      this.position.grow();
    }
    this._refresh(message.ended).catch(() => {}); // the application reports a lost connection
  }

  /** Fetch events and times again from time to time, and once more at the end. */
  async _refresh(isOver) {
    const now = performance.now();
    if (!isOver && now < (this._refreshed ?? 0) + MATCH_REFRESH_MS) return;
    this._refreshed = now;
    const { replay } = this;
    const wasRestricted = replay.isRestricted;
    const about = await this.source.get(`replay/${this.key}`);
    Object.assign(replay.about, about);
    replay.grow(about.last);
    if (about.how !== null && replay.isLive) {
      replay.isLive = this.position.follows = false;
      this.moveInput.close();
      if (wasRestricted) this.onended();
      this.panels.forEach((panel) => panel.showDetails());
      this._measure();
    }
    this._updateMeasures();
    this.transport.showMarks();
    this._showEnd();
    this._stage.requestDraw();
  }

  _showEnd() {
    const { about } = this.replay;
    this._rematch.show(about);
    this._verdict.textContent = about.how === null ? "in play" : about.verdict;
    this.events.update();
    if (about.how !== null) this.analysis.open();
  }

  _showError(error) {
    this._error.hidden = false;
    this._error.textContent = `This part cannot be shown: ${error.message}`;
  }

  _draw() {
    const { position, replay } = this;
    const { number } = position;
    const frame = replay.frame(number);
    this.transport.update();
    const overlays = replay.overlays(number).map((overlay, seat) => (this._hides(seat) ? null : overlay));
    const plans = overlays.map((overlay, seat) => (this.panels[seat].drawsPlan.checked ? overlay : null));
    const lines = this.analysis.plans(number, plans).map((line, seat) => (this._hides(seat) ? null : line));
    if (!this._stage.board.draw(frame, number, lines, position.glide)) return;
    this.roundAddress.update();
    const round = replay.round(number);
    this.panels.forEach((panel, seat) => {
      const isHidden = this._hides(seat);
      panel.update(frame, isHidden ? null : round, overlays[seat], isHidden);
    });
    this.graph.moveTo(number);
    this.result.show(number === replay.last);
    this.dialogue.update(number);
    this.analysis.update(number);
    this.moveInput.update(frame, number);
    this._describe(frame, number);
  }

  /** Whether the view is that of another seat, which must not show what this seat does and thinks. */
  _hides(seat) {
    return this.replay.seat !== null && this.replay.seat !== seat;
  }

  /** Describe the round to users who do not see the board. */
  _describe(frame, number) {
    const { about, last } = this.replay;
    const moves = this.replay.round(number)?.moves;
    const players = about.players.map((player, seat) => {
      const move = this._hides(seat) ? null : moves?.[seat];
      const state = frame.living[seat] ? (move ? `goes ${move}` : "") : "is out";
      const measures = Object.entries(frame.measures ?? {}).map(([name, values]) => `, ${name} ${values[seat] ?? "–"}`);
      return `${player.name} ${state}, score ${frame.scores[seat]}${measures.join("")}`;
    });
    const text = [`Round ${number} of ${last}. ${players.join(". ")}.`, ...(frame.captions ?? [])].join(" ");
    this._stage.canvas.setAttribute("aria-label", text);
    if (!this.position.isPlaying) announce(text);
  }
}

/** The id, start, seed and settings of a match. */
function factsOf({ id, started, seed, settings }) {
  const words = Object.entries(settings).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [id, started, seed !== null && `seed ${seed}`, ...words].filter(Boolean).join(", ");
}
