// One board of the wall: a match that plays by itself, with names and scores.

import { Board } from "../board/board.js";
import { el, fill } from "../base/dom.js";
import { seatColour } from "../base/palette.js";
import { address } from "../base/route.js";

const END_MS = 2500; // the end of a match stays this long
const QUIET_MS = 1000; // without news, a live match may be over

export class BoardTile {
  constructor() {
    this.key = null;
    this._canvas = el("canvas.board", { "aria-hidden": "true" });
    this._names = el("span.tile-names", "waiting for a match …");
    this._foot = el("span.tile-foot");
    const board = el("span.tile-board", this._canvas);
    this.element = el("a.tile", this._names, board, this._foot);
    this._waitsUntil = 0;
  }

  /** Show a match from a frame on. */
  show(key, replay, number) {
    this.key = key;
    this._replay = replay;
    this._number = number;
    this._due = performance.now();
    this._overSince = null;
    this._drawn = null;
    replay.isLive = replay.about.how === null;
    replay.onready = (error) => {
      if (error) this._overSince ??= -END_MS;
      else this._drawn = null;
    };
    this._board = new Board(this._canvas, replay.about);
    fill(this._canvas.parentElement, this._canvas, this._board.captions);
    this._players = replay.about.players.map((player, seat) => playerLine(player, seat));
    fill(this._names, ...this._players.map((each) => each.element));
    this.element.href = address(["match", key]);
    this._colour();
    this.fit();
  }

  /** Wait before the next request. */
  wait(until) {
    this._waitsUntil = until;
  }

  isFree(now) {
    if (now < this._waitsUntil) return false;
    return !this._replay || (this._overSince !== null && now - this._overSince > END_MS);
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this._canvas.parentElement;
    if (!this._board || !width) return;
    this._board.resize(width, height);
    this._drawn = null; // draw again
  }

  recolour() {
    this._colour();
    this._drawn = null;
  }

  _colour() {
    this._players?.forEach((each, seat) => each.element.style.setProperty("--seat", seatColour(seat)));
  }

  grow(message) {
    this._replay.grow(message.last);
  }

  /** Whether a live match may be over, as there was no news for a while. */
  mayBeOver(now) {
    const { _replay: replay } = this;
    if (!replay?.isLive || now < this._waitsUntil) return false;
    return this._number >= replay.last && now - this._due > QUIET_MS;
  }

  /** Update a live match; `about` is null if the server no longer has it. */
  update(about, now) {
    this._due = now;
    if (!about) {
      this._overSince ??= -Infinity;
      return;
    }
    Object.assign(this._replay.about, about);
    this._replay.grow(about.last);
    this._replay.isLive = about.how === null;
  }

  /** Play at a pace in rounds per second. */
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
    if (!isOver || this._overSince !== null) return;
    this._overSince = now;
    this._showStatus();
  }

  _draw() {
    const frame = this._replay.frame(this._number);
    if (!this._board.draw(frame, this._number)) return;
    this._drawn = this._number;
    this._players.forEach((each, seat) => {
      each.score.textContent = String(frame.scores[seat]);
      each.element.classList.toggle("out", !frame.living[seat]);
    });
    this._showStatus();
  }

  /** Show the round or, at the end of the match, the winner. */
  _showStatus() {
    const { about, last } = this._replay;
    const winners = this._overSince === null ? [] : about.players.filter((player) => player.place === 1);
    const winner = winners.length === 1 ? winners[0] : null;
    this._players.forEach((each, seat) => {
      each.element.classList.toggle("winner", winner !== null && winner === about.players[seat]);
    });
    const how = winner ? `${winner.name} wins` : "a draw";
    const now = this._overSince === null ? `round ${this._number} of ${last}` : `${how} after ${last} rounds`;
    const title = this.key.startsWith("live") ? "Live" : `Match ${this.key}`;
    this._foot.textContent = `${title} · ${now}`;
  }
}

function playerLine(player, seat) {
  const score = el("span.tile-score");
  const element = el(
    "span.tile-player",
    el("span.chip", { "aria-hidden": "true" }, String(seat)),
    el("span.name", player.name),
    score,
  );
  return { element, score };
}
