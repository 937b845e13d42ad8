// One board of the wall: a match that is played by itself, with names and scores.

import { Board } from "../board/board.js";
import { el, fill } from "../base/dom.js";
import { seatColour } from "../base/palette.js";
import { address } from "../base/route.js";

const DWELL_MS = 2500; // at the end of a match

export class BoardTile {
  constructor() {
    this.key = null;
    this._canvas = el("canvas", { class: "board", "aria-hidden": "true" });
    this._names = el("span", { class: "tile-names" }, "waiting for a match …");
    this._foot = el("span", { class: "tile-foot" });
    this._link = el("a", { class: "tile" }, this._names, el("span", { class: "tile-board" }, this._canvas), this._foot);
    this.element = this._link;
    this._until = 0;
  }

  /** Begin with a match. */
  show(key, replay) {
    this.key = key;
    this._replay = replay;
    this._number = 0;
    this._due = performance.now();
    this._overSince = null;
    this._drawn = null;
    replay.isLive = replay.about.how === null;
    replay.onready = (error) => {
      if (error) this._overSince ??= -DWELL_MS;
      else this._drawn = null;
    };
    this._board = new Board(this._canvas, replay.about);
    this._players = replay.about.players.map((player, seat) => playerLine(player, seat));
    fill(this._names, ...this._players.map((each) => each.element));
    this._link.href = address(["match", key]);
    this._colour();
    this.fit();
  }

  /** Ask again later. */
  wait(until) {
    this._until = until;
  }

  isFree(now) {
    if (now < this._until) return false;
    return !this._replay || (this._overSince !== null && now - this._overSince > DWELL_MS);
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this._canvas.parentElement;
    if (!this._board || !width) return;
    this._board.resize(width, height);
    this._drawn = null;
  }

  recolour() {
    this._board?.forgetColours();
    this._colour();
    this._drawn = null;
  }

  _colour() {
    this._players?.forEach((each, seat) => each.element.style.setProperty("--seat", seatColour(seat)));
  }

  grown(told) {
    this._replay.grow(told.last);
    if (told.ended) this._replay.isLive = false;
  }

  /** Go on by what is due at so many rounds per second. */
  play(now, pace) {
    const { _replay: replay } = this;
    if (!replay) return;
    if (!pace) this._due = now;
    else if (now >= this._due && this._number < replay.last && this._drawn === this._number) {
      this._number += 1;
      this._due = Math.max(this._due + 1000 / pace, now - 100);
    }
    if (this._drawn !== this._number) this._draw();
    const isOver = this._number >= replay.last && !replay.isLive && this._drawn === this._number;
    if (isOver) this._end(now);
  }

  _draw() {
    const frame = this._replay.frame(this._number);
    if (!frame || !this._board.isReady) return;
    this._board.draw(frame, []);
    this._drawn = this._number;
    this._canvas.dataset.frame = String(this._number);
    this._players.forEach((each, seat) => {
      each.score.textContent = String(frame.scores[seat]);
      each.element.classList.toggle("out", !frame.living[seat]);
      each.element.classList.remove("winner");
    });
    this._foot.textContent = `${this._title()} · round ${this._number} of ${this._replay.last}`;
  }

  _title() {
    return this.key.startsWith("live") ? "Live" : `Match ${this.key}`;
  }

  _end(now) {
    if (this._overSince !== null) return;
    this._overSince = now;
    const { players } = this._replay.about;
    const first = players.filter((player) => player.place === 1);
    this._players.forEach((each, seat) => {
      each.element.classList.toggle("winner", first.length === 1 && players[seat].place === 1);
    });
    const how = first.length === 1 ? `${first[0].name} wins` : "a draw";
    this._foot.textContent = `${this._title()} · ${how} after ${this._replay.last} rounds`;
  }
}

function playerLine(player, seat) {
  const score = el("span", { class: "tile-score" });
  const element = el(
    "span",
    { class: "tile-player" },
    el("span", { class: "chip", "aria-hidden": "true" }, String(seat)),
    el("span", { class: "name" }, player.name),
    score,
  );
  return { element, score };
}
