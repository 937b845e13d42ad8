// A person's hand in a match: the moves of the seat that is played in the browser.

import { el, fill, icon } from "../base/dom.js";

const KEYS = {
  ArrowUp: "up",
  ArrowRight: "right",
  ArrowDown: "down",
  ArrowLeft: "left",
  w: "up",
  d: "right",
  s: "down",
  a: "left",
};
const PLACES = ["up", "right", "down", "left"];

export class Hand {
  constructor(source, key, replay) {
    this._source = source;
    this._key = key;
    this._replay = replay;
    this._seat = replay.about.human ?? null;
    this._chosen = ["", -1]; // the last move that was given, and in which round
    this._frame = -1;
    this._isTurn = false;
    this._told = el("p", { class: "turn", role: "timer" });
    this._buttons = replay.about.moves.map((word, move) => this._button(word, move));
    const pad = el(
      "div",
      { class: "pad", role: "group", "aria-label": "Your moves" },
      ...this._buttons,
    );
    this._clock = null; // for which round it runs, and when the time is up
    this.element = el("div", { class: "hand", hidden: this._seat === null }, this._told, pad);
  }

  _button(word, move) {
    const place = PLACES.includes(word) ? word : "";
    return el(
      "button",
      {
        type: "button",
        class: `move ${place}`,
        "data-move": word,
        "aria-label": word,
        onclick: () => this._give(move),
      },
      place ? icon(place) : word,
    );
  }

  close() {
    clearInterval(this._timer);
    this._seat = null;
    this.element.hidden = true;
  }

  /** Whether this key is one of a move, which then has been given. */
  press(key) {
    if (this._seat === null) return false;
    const word = KEYS[key] ?? KEYS[key.toLowerCase()];
    const { moves } = this._replay.about;
    const move = word
      ? moves.indexOf(word)
      : moves.findIndex((each, place) => key === String(place + 1) && !PLACES.includes(each));
    if (move < 0) return Boolean(word);
    this._give(move);
    return true;
  }

  update(frame, number) {
    if (this._seat === null) return;
    this._frame = frame.round;
    const isLast = number === this._replay.last;
    const living = frame.living[this._seat];
    this._isTurn = isLast && living;
    for (const button of this._buttons) button.disabled = !this._isTurn;
    if (this._isTurn && this._clock?.round !== frame.round) this._wind(frame.round, number);
    this._say(living);
  }

  /** The clock begins to run for this round. */
  _wind(round, number) {
    const left = this._bankAt(number);
    this._clock = { round, end: performance.now() + left };
    clearInterval(this._timer);
    this._timer = setInterval(() => this._isTurn && this._say(true), 1000);
  }

  /** What is in the bank, by what it was in the round before. */
  _bankAt(number) {
    const { timebank_ms: most, time_per_move_ms: more } = this._replay.about.players[this._seat];
    const before = number > 0 ? this._replay.round(number - 1) : null;
    const bank = before?.bank?.[this._seat];
    const wall = before?.wall?.[this._seat];
    return bank == null || wall == null
      ? most
      : Math.min(Math.max(bank - wall / 1000, 0) + more, most);
  }

  _timeLeft() {
    const seconds = Math.max(0, Math.round((this._clock.end - performance.now()) / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left.`;
  }

  _say(living) {
    const [word, round] = this._chosen;
    const chosen =
      round === this._frame
        ? `You chose ${word}. Until it is taken you can choose again.`
        : "Your move: arrow keys or WASD.";
    const text = !living ? "You are out." : this._isTurn ? `${chosen} ${this._timeLeft()}` : "";
    if (this._told.textContent !== text) fill(this._told, text);
  }

  async _give(move) {
    if (!this._isTurn) return;
    const word = this._replay.about.moves[move];
    this._chosen = [word, this._frame];
    this._say(true);
    try {
      await this._source.post(`replay/${this._key}/move`, { round: this._frame, move: word });
    } catch (error) {
      fill(this._told, error.message);
    }
  }
}
