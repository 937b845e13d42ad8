// A match: the board, its controls, the players and what happened.

import { AnalysisPanel } from "../analysis/panel.js";
import { announce, el } from "../base/dom.js";
import { isStill } from "../base/motion.js";
import { Board } from "../board/board.js";
import { Again } from "../play/again.js";
import { Hand } from "../play/hand.js";
import { RoundAddress, placeIn } from "./address.js";
import { DialoguePanel } from "./dialogue.js";
import { EndCard } from "./end.js";
import { EventList } from "./events.js";
import { Graph } from "./graph.js";
import { Keyboard } from "./keys.js";
import { Moments } from "./moments.js";
import { PlayerPanel } from "./players.js";
import { Position } from "./position.js";
import { Transport } from "./transport.js";
import { matchCard, roundInWords } from "./words.js";

export class MatchView {
  /** @param {{path: string[], query: Object}} where what the address says behind the match */
  constructor(source, key, replay, where = { path: [], query: {} }) {
    this.source = source;
    this.key = key;
    this.replay = replay;
    this.onended = () => {}; // now all is to be seen of a match that showed only a seat's view
    const { about } = replay;
    replay.isLive = about.how === null;
    this.wasLive = replay.isLive || key.startsWith("live"); // or it was live a moment ago
    replay.seat = about.only_seat ?? null;
    replay.onready = (error) => (error ? this._fail(error) : this._draw());
    this.position = new Position(replay, () => this._draw());
    this.position.follows = replay.isLive;
    this.place = new RoundAddress(key, () => this._where());
    this.position.onleap = (go) => this.place.leave(go);
    this.canvas = el("canvas", { class: "board", role: "img", tabIndex: 0 });
    this.board = new Board(this.canvas, about);
    this.transport = new Transport(replay, this.position, (seat) => this._look(seat), this.place.element);
    this.panels = about.players.map((_, seat) => new PlayerPanel(about, seat, () => this._draw()));
    const jump = (number) => this.position.leap(number);
    const hides = (seat) => this._hides(seat);
    this.events = new EventList(replay, jump, hides);
    this.analysis = new AnalysisPanel(source, key, replay, jump, () => this._draw());
    this.hand = new Hand(source, key, replay);
    this.hand.attach(this.canvas);
    this._again = new Again(source);
    this.graph = new Graph(replay, jump);
    this.moments = new Moments(replay, this.position);
    this.graph.hides = this.moments.hides = hides;
    this.end = new EndCard(replay, jump);
    this.dialogue = new DialoguePanel(replay, () => this._draw());
    this._stage = el("div", { class: "stage" }, this.canvas);
    this._verdict = el("p", { class: "verdict" });
    this._error = el("p", { class: "error", role: "alert", hidden: true });
    this.element = this._page();
    this._showEnd();
    this.keyboard = new Keyboard(this.position, this.transport, this.hand, this.place, this.moments);
    this._observer = new ResizeObserver(() => this._fit());
    this._observer.observe(this._stage);
    this._began = this._goTo(where);
  }

  /** Go to where an address leads, if it names a round; whether it does. */
  _goTo({ path, query }) {
    const { about, last } = this.replay;
    const { number, seat, wrong } = placeIn(path, query, last, about.players.length);
    this._error.hidden = !wrong;
    this._error.textContent = wrong;
    if (seat !== undefined) this._choose(seat);
    if (number !== null) this.position.to(number);
    return number !== null;
  }

  /** Another address of this match; without a round that of the newest one, while it goes on. */
  visit(path, query) {
    if (this._goTo({ path, query }) || !this.replay.isLive) return;
    this.position.follows = true;
    this.position.grown();
  }

  _choose(seat) {
    const forced = this.replay.about.only_seat ?? null;
    this.dialogue.look(seat);
    if (!this.replay.about.hidden) this.dialogue.element.open = true;
    if (!this.replay.about.hidden || forced !== null) return;
    this.transport.showView(seat);
    this._look(seat);
  }

  _where() {
    const { about, seat } = this.replay;
    const asked = this.dialogue.element.open ? this.dialogue.seat : null;
    return {
      round: this.position.follows ? null : this.position.number,
      seat: about.hidden ? seat : asked,
    };
  }

  _page() {
    const { about } = this.replay;
    return el(
      "div",
      { class: "match" },
      el(
        "section",
        { class: "play", "aria-label": "Board" },
        el("div", { class: "heading" }, el("h1", {}, about.title), this._verdict),
        this._stage,
        this.hand.element,
        this._again.element,
        this._error,
        this.transport.element,
        this.moments.element,
        this.end.element,
        this.graph.element,
        this.dialogue.element,
      ),
      el(
        "aside",
        { class: "side", "aria-label": "Players" },
        ...this.panels.map((panel) => panel.element),
        this.analysis.element,
        this.events.element,
        matchCard(about),
      ),
    );
  }

  /** Fetch what is computed of the frames, and show what comes of it. */
  async _measure() {
    if (this.replay.about.how !== null) await this.graph.measure();
    this.moments.find(this.graph.measures);
    this.end.tell(this.graph.measures);
  }

  /** Begin: the page is in the document now. */
  start() {
    this._measure();
    this._fit();
    if (this.replay.isLive) this.position.grown();
    else if (!this._began && !isStill()) this.position.play();
    this._draw();
  }

  close() {
    this.position.isPlaying = false;
    this.place.close();
    this._observer.disconnect();
    this.analysis.close();
    this.hand.close();
    this.keyboard.close();
  }

  _fit() {
    const width = this._stage.clientWidth;
    if (!width) return;
    const height = Math.max(240, innerHeight * (innerWidth < 760 ? 0.56 : 0.7));
    this.board.resize(width, height);
    this.graph.forget();
    this.transport.drawTicks();
    this._draw();
  }

  /** The theme has changed. */
  recolour() {
    this.board.forgetColours();
    this.graph.forget();
    for (const panel of this.panels) panel.recolour();
    this.analysis.recolour();
    this.events.update();
    this._fit();
  }

  _look(seat) {
    this.replay.seat = seat;
    this.dialogue.look(seat ?? this.dialogue.seat, seat !== null);
    this.graph.forget();
    this.moments.find(this.graph.measures);
    this.events.update();
    this._draw();
    this.place.keep();
  }

  /** The match has gone on. */
  grown(told) {
    if (this.replay.isLive) {
      this.replay.grow(told.last);
      this.position.grown();
    }
    // Where the command has ended, that is told elsewhere.
    this._refresh(told.ended).catch(() => {});
  }

  /** Events and times are fetched anew now and then, and once more at the end. */
  async _refresh(isOver) {
    const now = performance.now();
    if (!isOver && now < (this._refreshed ?? 0) + 1000) return;
    this._refreshed = now;
    const wasPart = (this.replay.about.only_seat ?? null) !== null;
    const about = await this.source.get(`replay/${this.key}`);
    Object.assign(this.replay.about, about);
    this.replay.grow(about.last);
    if (about.how !== null && this.replay.isLive) {
      this.replay.isLive = this.position.follows = false;
      this.hand.close();
      if (wasPart) this.onended();
      this.panels.forEach((panel) => panel.ended());
      this._measure();
    }
    this.graph.forget();
    this.moments.find(this.graph.measures);
    this.transport.drawTicks();
    this._showEnd();
    this._draw();
  }

  _showEnd() {
    const { about } = this.replay;
    this._again.show(about);
    this._verdict.textContent = about.how === null ? "in play" : about.verdict;
    this.events.update();
    if (about.how !== null) this.analysis.open();
  }

  _fail(error) {
    this._error.hidden = false;
    this._error.textContent = `This part cannot be shown: ${error.message}`;
  }

  _draw() {
    if (this._isDue) return;
    this._isDue = true;
    requestAnimationFrame(() => {
      this._isDue = false;
      this._drawNow();
    });
  }

  _drawNow() {
    const { number } = this.position;
    const frame = this.replay.frame(number);
    this.transport.update();
    this.canvas.setAttribute("aria-busy", String(!frame));
    if (!frame || !this.board.isReady) return;
    const round = this.replay.round(number);
    const thoughts = this.replay.thoughts(number);
    const seen = thoughts.map((thought, seat) => (this._hides(seat) ? null : thought));
    const drawn = seen.map((thought, seat) =>
      this.panels[seat].thinksAloud.checked ? thought : null,
    );
    const lines = this.analysis.thoughts(number, drawn);
    const plans = lines.map((line, seat) => (this._hides(seat) ? null : line));
    this.board.draw(frame, plans, this.position.glide);
    this.canvas.dataset.frame = String(number);
    this.place.keep();
    this.panels.forEach((panel, seat) => {
      const isHidden = this._hides(seat);
      panel.update(frame, isHidden ? null : round, seen[seat], isHidden);
    });
    this.graph.draw(number);
    this.end.show(number === this.replay.last);
    this.dialogue.update(number);
    this.analysis.update(number);
    this.hand.update(frame, number);
    this._describe(frame, number);
  }

  /** Whether what a seat does and thinks is not to be seen: the view is that of another. */
  _hides(seat) {
    return this.replay.seat !== null && this.replay.seat !== seat;
  }

  /** The same in words. */
  _describe(frame, number) {
    const text = roundInWords(this.replay, number, frame, (seat) => this._hides(seat));
    this.canvas.setAttribute("aria-label", text);
    if (!this.position.isPlaying) announce(text);
  }
}
