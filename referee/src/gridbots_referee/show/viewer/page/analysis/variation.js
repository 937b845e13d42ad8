// A variation: lines that were not played, on the board, by the rules of the server.

import { AnswerForm } from "./answers.js";
import { Board } from "../board/board.js";
import { announce, el, fill, iconButton } from "../base/dom.js";
import { address } from "../base/route.js";
import { badge } from "../match/players.js";
import { Replay } from "../match/replay.js";

/** The view of a variation: of which match, from which round on, with which moves. */
export async function openVariation(source, [key, start, moves = ""], query) {
  const path = `replay/${key}/variation/${start}/${moves}`;
  const about = await source.get(path);
  const replay = new Replay(about, (stretch) => source.get(`${path}/stretch/${stretch}`));
  return new VariationView(source, { key, start: Number(start), moves }, replay, query);
}

export class VariationView {
  constructor(source, place, replay, query) {
    this._place = place;
    this._replay = replay;
    this._rounds = place.moves ? place.moves.split(".") : [];
    const at = query.at === undefined ? this._rounds.length : Number(query.at);
    this._at = Math.max(0, Math.min(this._rounds.length, Math.floor(at) || 0));
    replay.onready = () => this._draw();
    this._canvas = el("canvas", { class: "board", role: "img", tabIndex: 0 });
    this._board = new Board(this._canvas, replay.about);
    this._stage = el("div", { class: "stage" }, this._canvas);
    this._where = el("span", { class: "where", role: "status" });
    this._back = iconButton("back", "A round back", () => this._go(this._at - 1), "left");
    this._on = iconButton("on", "A round on", () => this._go(this._at + 1), "right");
    this._tried = el("ol", { class: "tried", "aria-label": "Rounds of the variation" });
    this._players = el("div", { class: "choices" });
    const play = (joint) => this._play(joint);
    this._answers = new AnswerForm(source, place, replay.about, play);
    this._cut = el(
      "button",
      { type: "button", class: "plain", onclick: () => this._visit(this._rounds.slice(0, this._at)) },
      "Try other moves here",
    );
    this.element = this._page();
    this._keys = (event) => this._press(event);
    this._observer = new ResizeObserver(() => this._fit());
    this._observer.observe(this._stage);
  }

  _page() {
    const { key, start } = this._place;
    const { about } = this._replay;
    const match = address(["match", key, "round", String(start)]);
    return el(
      "div",
      { class: "variation" },
      el(
        "section",
        { class: "play", "aria-label": "Board" },
        el("div", { class: "heading" }, el("h1", {}, `${about.title}: a variation`)),
        this._stage,
        el("div", { class: "row" }, this._back, this._on, this._where),
      ),
      el(
        "aside",
        { class: "side", "aria-label": "Variation" },
        el(
          "section",
          { class: "card" },
          el("h2", {}, `From round ${start}`),
          this._tried,
          el("p", { class: "ways" }, el("a", { href: match }, "Back to the match")),
        ),
        el("section", { class: "card" }, el("h2", {}, "Players"), this._players),
        el("section", { class: "card" }, el("h2", {}, "Next moves"), this._cut, this._answers.element),
      ),
    );
  }

  start() {
    document.addEventListener("keydown", this._keys);
    this._fit();
  }

  close() {
    document.removeEventListener("keydown", this._keys);
    this._observer.disconnect();
  }

  async changed() {}

  recolour() {
    this._board.forgetColours();
    this._fit();
  }

  _press(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
    const step = { ArrowLeft: -1, h: -1, ArrowRight: 1, l: 1 }[event.key];
    if (step) this._go(this._at + step);
    else if (event.key === "Home") this._go(0);
    else if (event.key === "End") this._go(this._rounds.length);
    else if (event.key === "Escape") location.hash = address(["match", this._place.key, "round", String(this._place.start)]);
    else return;
    event.preventDefault();
  }

  _go(at) {
    this._at = Math.max(0, Math.min(this._rounds.length, at));
    this._draw();
  }

  /** One more round, as numbers of moves by seat. */
  _play(joint) {
    this._visit([...this._rounds, joint.map((move) => move ?? "_").join("-")]);
  }

  _visit(rounds) {
    const { key, start } = this._place;
    location.hash = address(["variation", key, String(start), ...(rounds.length ? [rounds.join(".")] : [])]);
  }

  _fit() {
    const width = this._stage.clientWidth;
    if (!width) return;
    this._board.resize(width, Math.max(240, innerHeight * (innerWidth < 760 ? 0.5 : 0.7)));
    this._draw();
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
    const { start } = this._place;
    const number = start + this._at;
    const frame = this._replay.frame(number);
    this._canvas.setAttribute("aria-busy", String(!frame));
    if (!frame || !this._board.isReady) return;
    this._board.draw(frame, []);
    this._canvas.dataset.frame = String(number);
    this._back.disabled = this._at === 0;
    this._on.disabled = this._at === this._rounds.length;
    this._where.textContent = `Round ${number}: ${this._at} of ${this._rounds.length} rounds tried`;
    this._list();
    this._tell(frame, number);
    const isEnd = this._at === this._rounds.length;
    this._cut.hidden = isEnd;
    this._answers.element.hidden = !isEnd;
  }

  /** The rounds tried; as long as they are the same, so are their buttons: one has the focus. */
  _list() {
    const told = `${this._rounds.join("/")} ${this._at}`;
    if (told === this._listed) return;
    this._listed = told;
    const hadFocus = this._tried.contains(document.activeElement);
    const words = (round) => this._wordsOf(round).join(" ");
    const chip = (label, at, title) =>
      el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            class: "plain",
            title,
            "aria-current": at === this._at ? "step" : null,
            onclick: () => this._go(at),
          },
          label,
        ),
      );
    fill(
      this._tried,
      chip("start", 0, "where the variation begins"),
      ...this._rounds.map((round, place) => chip(words(round), place + 1, `after round ${this._place.start + place}`)),
    );
    if (hadFocus) this._tried.querySelector("[aria-current]")?.focus();
  }

  _wordsOf(round) {
    const { moves } = this._replay.about;
    return round.split("-").map((move) => (move === "_" ? "–" : moves[Number(move)]));
  }

  _tell(frame, number) {
    const { players } = this._replay.about;
    const lines = players.map((player, seat) => {
      const state = frame.living[seat] ? "" : ", out";
      return `${player.name}: ${Math.round(100 * frame.scores[seat]) / 100}${state}`;
    });
    fill(
      this._players,
      ...lines.map((line, seat) => el("div", { class: "said" }, badge(seat), el("span", {}, line))),
    );
    const text = `Variation, round ${number}. ${lines.join(". ")}.`;
    this._canvas.setAttribute("aria-label", text);
    announce(text);
  }
}
