// A variation: rounds that were not played in the match. The server plays them by the rules.

import { AnswerForm } from "./answers.js";
import { button, card, iconButton } from "../base/controls.js";
import { announce, el, fill } from "../base/dom.js";
import { address } from "../base/route.js";
import { BoardStage } from "../board/board.js";
import { badge } from "../match/players.js";
import { Replay } from "../match/replay.js";

/** Open the variation of a match that starts at a round and plays these moves. */
export async function openVariation(source, [key, start, moves = ""], query) {
  const path = `replay/${key}/variation/${start}/${moves}`;
  const about = await source.get(path);
  const replay = new Replay(about, (stretch) => source.get(`${path}/stretch/${stretch}`));
  return new VariationView(source, { key, start: Number(start), moves }, replay, query);
}

class VariationView {
  constructor(source, place, replay, query) {
    this._place = place;
    this._replay = replay;
    this._rounds = place.moves ? place.moves.split(".") : [];
    const at = query.at === undefined ? this._rounds.length : Number(query.at);
    this._at = Math.max(0, Math.min(this._rounds.length, Math.floor(at) || 0));
    this._stage = new BoardStage(replay.about, () => this._draw(), 0.5);
    replay.onready = () => this._stage.requestDraw();
    this._where = el("span.where", { role: "status" });
    this._back = iconButton("back", "One round back", () => this._go(this._at - 1), "left");
    this._forward = iconButton("forward", "One round forward", () => this._go(this._at + 1), "right");
    this._list = el("ol.tried", { "aria-label": "Rounds of the variation" });
    this._players = el("div.choices");
    // A move for each seat, by number, is one more round.
    const play = (joint) => this._visit([...this._rounds, joint.map((move) => move ?? "_").join("-")]);
    this._answers = new AnswerForm(source, place, replay.about, play);
    this._cut = button("Try other moves here", () => this._visit(this._rounds.slice(0, this._at)));
    this._match = address(["match", place.key, "round", String(place.start)]);
    this.element = this._page();
    this._keys = (event) => this._press(event);
  }

  _page() {
    return el(
      "div.variation",
      el(
        "section.play",
        { "aria-label": "Board" },
        el("div.heading", el("h1", `${this._replay.about.title}: a variation`)),
        this._stage.element,
        el("div.row", this._back, this._forward, this._where),
      ),
      el(
        "aside.side",
        { "aria-label": "Variation" },
        card(
          `From round ${this._place.start}`,
          this._list,
          el("p.ways", el("a", { href: this._match }, "Back to the match")),
        ),
        card("Players", this._players),
        card("Next moves", this._cut, this._answers.element),
      ),
    );
  }

  start() {
    document.addEventListener("keydown", this._keys);
    this._stage.fit();
  }

  close() {
    document.removeEventListener("keydown", this._keys);
    this._stage.close();
  }

  recolour() {
    this._stage.fit();
  }

  _press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
    const step = { ArrowLeft: -1, h: -1, ArrowRight: 1, l: 1 }[event.key];
    if (step) this._go(this._at + step);
    else if (event.key === "Home") this._go(0);
    else if (event.key === "End") this._go(this._rounds.length);
    else if (event.key === "Escape") location.hash = this._match;
    else return;
    event.preventDefault();
  }

  _go(at) {
    this._at = Math.max(0, Math.min(this._rounds.length, at));
    this._stage.requestDraw();
  }

  _visit(rounds) {
    const { key, start } = this._place;
    location.hash = address(["variation", key, String(start), ...(rounds.length ? [rounds.join(".")] : [])]);
  }

  _draw() {
    const number = this._place.start + this._at;
    const frame = this._replay.frame(number);
    if (!this._stage.board.draw(frame, number)) return;
    const isEnd = this._at === this._rounds.length;
    this._back.disabled = this._at === 0;
    this._forward.disabled = isEnd;
    this._where.textContent = `Round ${number}: ${this._at} of ${this._rounds.length} rounds tried`;
    this._showRounds();
    this._describe(frame, number);
    this._cut.hidden = isEnd;
    this._answers.element.hidden = !isEnd;
  }

  /** Show the rounds as buttons, unless nothing has changed: one of them may have the focus. */
  _showRounds() {
    const shown = `${this._rounds.join("/")} ${this._at}`;
    if (shown === this._shown) return;
    this._shown = shown;
    const hadFocus = this._list.contains(document.activeElement);
    const item = (label, at, title) => {
      const current = at === this._at ? "step" : null;
      return el("li", button(label, () => this._go(at), { title, "aria-current": current }));
    };
    fill(
      this._list,
      item("start", 0, "where the variation begins"),
      ...this._rounds.map((round, index) =>
        item(this._movesOf(round).join(" "), index + 1, `after round ${this._place.start + index}`),
      ),
    );
    if (hadFocus) this._list.querySelector("[aria-current]")?.focus();
  }

  _movesOf(round) {
    const { moves } = this._replay.about;
    return round.split("-").map((move) => (move === "_" ? "–" : moves[Number(move)]));
  }

  /** Show each player's score, and describe the round to users who do not see the board. */
  _describe(frame, number) {
    const lines = this._replay.about.players.map((player, seat) => {
      const state = frame.living[seat] ? "" : ", out";
      return `${player.name}: ${Math.round(100 * frame.scores[seat]) / 100}${state}`;
    });
    fill(
      this._players,
      ...lines.map((line, seat) => el("div.finding", badge(seat), el("span", line))),
    );
    const text = `Variation, round ${number}. ${lines.join(". ")}.`;
    this._stage.canvas.setAttribute("aria-label", text);
    announce(text);
  }
}
