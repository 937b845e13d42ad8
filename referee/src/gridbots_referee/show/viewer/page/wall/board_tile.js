// One board of the wall: a match that is played by itself, with names and scores.

import { Board } from "../board/board.js";
import { el, fill } from "../base/dom.js";
import { seatColour } from "../base/palette.js";
import { address } from "../base/route.js";

const DWELL_MS = 2500; // at the end of a match
const ASK_MS = 1000; // without news of a live match, before it is asked for

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

  /** Begin with a match, at the frame of this number. */
  show(key, replay, number) {
    this.key = key;
    this._replay = replay;
    this._number = number;
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
  }

  /** Whether a live match may be over: nothing has come for a while. */
  mayBeOver(now) {
    const { _replay: replay } = this;
    if (!replay?.isLive || now < this._until) return false;
    return this._number >= replay.last && now - this._due > ASK_MS;
  }

  /** What is known of a live match now; nothing where it has been forgotten. */
  renew(about, now) {
    this._due = now;
    if (!about) {
      this._overSince ??= -Infinity;
      return;
    }
    Object.assign(this._replay.about, about);
    this._replay.grow(about.last);
    this._replay.isLive = about.how === null;
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
    });
    this._tell();
  }

  /** Where the match is or, at its end, who has won. */
  _tell() {
    const { about, last } = this._replay;
    const winners = this._overSince === null ? [] : about.players.filter((player) => player.place === 1);
    const winner = winners.length === 1 ? winners[0] : null;
    this._players.forEach((each, seat) => {
      each.element.classList.toggle("winner", winner !== null && winner === about.players[seat]);
    });
    const how = winner ? `${winner.name} wins` : "a draw";
    const now = this._overSince === null ? `round ${this._number} of ${last}` : `${how} after ${last} rounds`;
    this._foot.textContent = `${this._title()} · ${now}`;
  }

  _title() {
    return this.key.startsWith("live") ? "Live" : `Match ${this.key}`;
  }

  _end(now) {
    if (this._overSince !== null) return;
    this._overSince = now;
    this._tell();
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
